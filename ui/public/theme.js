// Before anything is drawn, so that a light page does not flash dark. preferences.svelte.ts does the rest.
(() => {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("projectl.preferences") ?? "{}").theme ?? theme;
  } catch {
    // nothing stored, or nothing readable
  }
  if (theme === "light" || (theme !== "dark" && matchMedia("(prefers-color-scheme: light)").matches)) document.documentElement.dataset.theme = "light";
})();
