// Stop sequences that the upstream's protocol cannot carry: the text ends before the first of them, whole or in a stream.
import type { Body, ProtocolName } from "../protocols/protocol.ts";
import { stopsIn, STOPS_MAX } from "./chat-request.ts";
import type { Answer, Item, Part, Piece } from "./form.ts";

/** The client's stop sequences, as far as the upstream's call does not carry them. */
export function stopsLeft(to: ProtocolName, asked: Body): readonly string[] {
  const stops = stopsIn(asked["stop_sequences"] ?? asked["stop"]) ?? [];
  return to === "responses" ? stops : to === "chat" ? stops.slice(STOPS_MAX) : [];
}

interface Found {
  readonly at: number;
  readonly stop: string;
}

/** The first in the text. */
function findStop(text: string, stops: readonly string[]): Found | undefined {
  return stops
    .map((stop) => ({ at: text.indexOf(stop), stop }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0];
}

export function cutAnswer(answer: Answer, stops: readonly string[]): Answer {
  const items: Item[] = [];
  for (const item of answer.items) {
    const parts: Part[] = [];
    for (const part of item.kind === "message" ? item.parts : []) {
      const found = part.kind === "text" ? findStop(part.text, stops) : undefined;
      if (found === undefined || part.kind !== "text") {
        parts.push(part);
        continue;
      }
      const cut: Item = {
        kind: "message",
        role: "assistant",
        parts: [...parts, { kind: "text", text: part.text.slice(0, found.at) }],
      };
      return { ...answer, items: [...items, cut], stop: "sequence", sequence: found.stop };
    }
    items.push(item);
  }
  return answer;
}

type Cut = (piece: Piece) => readonly Piece[];

/** Holds back as many characters as could begin a stop sequence; what comes behind one is read for its bill alone. */
export function createStopCut(stops: readonly string[]): Cut {
  const heldMax = Math.max(...stops.map(({ length }) => length)) - 1;
  let [isText, held] = [false, ""];
  let sequence: string | undefined;
  const say = (text: string): readonly Piece[] => (text === "" ? [] : [{ kind: "delta", text }]);
  return (piece) => {
    if (sequence !== undefined) {
      if (piece.kind === "end") return [{ ...piece, stop: "sequence", sequence }];
      return piece.kind === "fault" ? [piece] : [];
    }
    if (piece.kind === "open") isText = piece.item.kind === "text";
    if (!isText || piece.kind !== "delta") {
      const rest = say(held);
      held = "";
      return [...rest, piece];
    }
    const text = held + piece.text;
    const found = findStop(text, stops);
    if (found === undefined) {
      const shown = Math.max(0, text.length - heldMax);
      held = text.slice(shown);
      return say(text.slice(0, shown));
    }
    sequence = found.stop;
    held = "";
    return [...say(text.slice(0, found.at)), { kind: "close" }];
  };
}
