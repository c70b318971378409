// Fenced code and encoded data, cut down to what a choice of model can be made on.
import { unitTable } from "../text/unit-table.ts";

const FENCE = "```";
const CODE_CHARS_MAX = 1600;
const HEAD_CHARS = 1000;
const TAIL_CHARS = 300;
const FENCES_MAX = 100;

/** Every fenced block longer than about forty lines keeps its beginning and its end. */
export function shortenCode(text: string): string {
  let at = text.indexOf(FENCE);
  if (at === -1) return text;
  const out: string[] = [];
  let from = 0;
  for (let fences = 0; at !== -1 && fences < FENCES_MAX; fences += 1) {
    const close = text.indexOf(FENCE, at + FENCE.length);
    const end = close === -1 ? text.length : close;
    if (end - at > CODE_CHARS_MAX) {
      out.push(text.slice(from, at + HEAD_CHARS), "\n…\n");
      from = end - TAIL_CHARS;
    }
    at = close === -1 ? -1 : text.indexOf(FENCE, close + FENCE.length);
  }
  out.push(text.slice(from));
  return out.length === 1 ? text : out.join("");
}

const DATA_RUN = /(?:data:[\w/+.-]{1,80};base64,)?[A-Za-z0-9+/_-]{160,}={0,2}/g;
const DATA_LINES = /(?:^[A-Za-z0-9+/]{60,90}={0,2}\r?\n){4,}[A-Za-z0-9+/]{0,90}={0,2}/gm;

const SHORTEST_DATA_CHARS = 60;
const DATA_UNIT = unitTable("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-");

/** Whether units of data form a run that long: such a run covers one of every sixtieth units, so no others are looked at. */
function hasDataRun(text: string): boolean {
  for (let at = SHORTEST_DATA_CHARS - 1; at < text.length; at += SHORTEST_DATA_CHARS) {
    if (DATA_UNIT[text.charCodeAt(at)] === 0) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && DATA_UNIT[text.charCodeAt(from - 1)] === 1) from -= 1;
    while (to < text.length && DATA_UNIT[text.charCodeAt(to)] === 1) to += 1;
    if (to - from >= SHORTEST_DATA_CHARS) return true;
    at = to - ((to + 1) % SHORTEST_DATA_CHARS);
  }
  return false;
}

/** Replaces runs of base64 and the like by a short mark. */
export function stripEncodedData(text: string): string {
  if (!hasDataRun(text)) return text;
  return text.replace(DATA_RUN, "[data]").replace(DATA_LINES, "[data]");
}
