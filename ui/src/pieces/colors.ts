/** What pieces look like; contrasts are listed in docs/design.md. In the order of PIECES. */
export const FILL = ["#f7c914", "#35b14a", "#1f74d8", "#f58a1f", "#e02a34", "#7a3fb5", "#d6218c", "#18b6d6", "#f0542b", "#ffffff", "#ffffff", "#ffffff"];
export const EDGE = ["#715c09", "#227430", "#144c8e", "#8e5011", "#931b22", "#502977", "#8d155c", "#0d697c", "#9e371c", "#7d8794", "#7d8794", "#7d8794"];
/** On the dark tray the purple bar needs a lighter edge to be seen. */
export const TRAY_EDGE = EDGE.map((edge, piece) => (piece === 5 ? "#996dc6" : edge));
