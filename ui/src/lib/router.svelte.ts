/** Which screen the address asks for. Paths are the server's to know nothing about: it sends the same page for all. */
class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** For links: a plain click stays in the app, any other (new tab, middle button) is the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLElement).closest("a");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.href);
  router.go(pathname + search);
}
