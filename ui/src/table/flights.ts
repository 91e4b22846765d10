/** Which things fly where when somebody else moves: the events of a move as pictures. */
import { pieceNumber } from "../pieces/shapes";

export interface Flight {
  piece: number | null;
  card: string | null;
  color: "white" | "black";
  /** Places on the page, by their data-at. */
  from: string;
  to: string;
  duration: number;
}

const piece = (name: string, from: string, to: string, duration = 350): Flight => ({ piece: pieceNumber(name), card: null, color: "white", from, to, duration });
const card = (id: string, from: string, to: string, duration = 450): Flight => ({ piece: null, card: id === "-" ? null : id, color: id.includes("B") ? "black" : "white", from, to, duration });

/** The flight of one event, written "kind part part ...". */
export function flightOf(event: string): Flight | null {
  const [kind, a = "", b = "", c = ""] = event.split(" ");
  switch (kind) {
    case "taken":
      return card(b, c === "-1" ? `deck-${b.includes("B") ? "black" : "white"}` : `market-${c}`, `area-${a}`);
    case "mastermind_took":
      return card(a, `market-${b}`, "pile-mastermind");
    case "placed":
    case "touched":
      return piece(c.split("@")[0]!, `supply-${a}`, `card-${b}`);
    case "upgraded":
    case "levelled":
      return c === "" || c === "none" ? null : piece(c, `reserve-${c}`, `supply-${a}`);
    case "completed":
      return card(b, `card-${b}`, `pile-${a}`);
    case "rewarded":
      return c === "none" ? null : piece(c, `reserve-${c}`, `supply-${a}`, 250);
    default:
      return null;
  }
}
