// A request whose answer has a known length: the answer itself was written, or follows from the request.

export const LENGTH_KINDS = [
  "translate",
  "correct",
  "rewrite",
  "convert",
  "port",
  "annotate",
  "label",
  "extract",
  "rows",
  "summarise",
  "one word",
  "so many",
  "turn before",
  "house style",
] as const;
export type LengthKind = (typeof LENGTH_KINDS)[number];

export interface LengthTurn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface LengthCase {
  readonly kind: LengthKind;
  readonly messages: readonly LengthTurn[];
  /** A whole answer, whose tokens are counted, or the number of them where a person judged it. */
  readonly answer: string | number;
}

export const user = (content: string): LengthTurn => ({ role: "user", content });
export const assistant = (content: string): LengthTurn => ({ role: "assistant", content });
export const system = (content: string): LengthTurn => ({ role: "system", content });

export function lengthCase(
  kind: LengthKind,
  asked: string | readonly LengthTurn[],
  answer: string | number,
): LengthCase {
  return { kind, messages: typeof asked === "string" ? [user(asked)] : asked, answer };
}

/** The same text again and again, a paragraph each time. */
export const times = (text: string, count: number, gap = "\n\n"): string =>
  Array.from({ length: count }, () => text).join(gap);

/** `count` lines, taken from a few by turns. */
export const linesOf = (lines: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => lines[at % lines.length] ?? "");
