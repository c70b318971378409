// One user turn, reduced to what it asks: harness text, documents, encoded data and long code are recognised and weighed.
// Token counts never come from here: the bill is for the whole text.
import { capText } from "../text/cap-text.ts";
import type { CutFrame } from "../frame/cut-frame.ts";
import type { ConversationNote } from "./notes.ts";
import { splitPassage } from "./split-passage.ts";
import { shortenCode, stripEncodedData } from "./shorten-code.ts";
import { splitTags } from "./split-tags.ts";
import { stripHarness } from "./strip-harness.ts";

export interface CleanTurn {
  /** The request in the turn; empty when the turn is nothing but noise. */
  readonly text: string;
  /** Excerpts of documents that came with it. */
  readonly documents: string;
  /** How a template wants the answer; lengths and tokens go by it. */
  readonly form: string;
  /** UTF-16 units of text that the caller's program added, which nobody asks about. */
  readonly harnessUnits: number;
  readonly notes: readonly ConversationNote[];
}

/** Text that is looked at, before anything is recognised in it. */
const WINDOW_CHARS = 48_000;
/** Text that may reach the encoder. */
const QUESTION_CHARS = 6_000;
const DOCUMENT_CHARS = 1_200;
/** In one line below this length, and without markup, there is nothing to recognise. */
const PLAIN_CHARS = 160;
const NO_NOTES: readonly ConversationNote[] = [];
const IN_TEMPLATE: readonly ConversationNote[] = ["template"];
const cutNothing: CutFrame = () => undefined;

/** @param cutFrame takes off what a template put around the request */
export function cleanTurn(raw: string, cutFrame: CutFrame = cutNothing): CleanTurn {
  if (raw.length < PLAIN_CHARS && !raw.includes("<") && !raw.includes("\n")) {
    const cut = cutFrame(raw);
    if (cut === undefined)
      return { text: raw.trim(), documents: "", form: "", harnessUnits: 0, notes: NO_NOTES };
    const documents = cut.given.join("\n");
    return { text: cut.text, documents, form: cut.form, harnessUnits: cut.units, notes: IN_TEMPLATE };
  }
  const notes: ConversationNote[] = [];
  let text = raw;
  const apply = (next: string, note: ConversationNote): void => {
    if (next !== text) notes.push(note);
    text = next;
  };
  apply(capText(text, WINDOW_CHARS), "shortened");
  apply(stripEncodedData(text), "encoded_data");
  const { lead, documents, form, isHarness, isCut } = separate(text, cutFrame);
  if (isHarness) notes.push("harness_text");
  if (isCut) notes.push("template");
  const harnessUnits = isHarness || isCut ? unitsBeside(text, [lead, ...documents]) : 0;
  if (documents.length > 0) notes.push("document");
  text = lead;
  apply(shortenCode(text), "long_code");
  const capped = capText(text, QUESTION_CHARS);
  if (capped !== text && !notes.includes("shortened")) notes.push("shortened");
  const excerpts = documents.map((document) => capText(document, DOCUMENT_CHARS)).join("\n");
  return {
    text: capped.trim(),
    documents: capText(excerpts, DOCUMENT_CHARS * 2),
    form: capText(form, DOCUMENT_CHARS),
    harnessUnits,
    notes,
  };
}

function unitsBeside(text: string, parts: readonly string[]): number {
  return Math.max(0, text.length - parts.reduce((sum, part) => sum + part.length, 0));
}

interface Separated {
  readonly lead: string;
  readonly documents: readonly string[];
  readonly form: string;
  readonly isHarness: boolean;
  readonly isCut: boolean;
}

function separate(text: string, cutFrame: CutFrame): Separated {
  const tagged = text.includes("<")
    ? splitTags(text)
    : { rest: text, question: "", documents: [], hasHarness: false };
  const stripped = stripHarness(tagged.rest);
  const documents = [...tagged.documents];
  const isHarness = tagged.hasHarness || stripped.isStripped;
  if (tagged.question !== "") {
    if (stripped.text !== "") documents.push(stripped.text);
    return { lead: tagged.question, documents, form: "", isHarness, isCut: false };
  }
  const cut = cutFrame(stripped.text);
  const { passage, question } = splitPassage(cut?.text ?? stripped.text);
  if (passage !== "") documents.push(passage);
  documents.push(...(cut?.given ?? []));
  return { lead: question, documents, form: cut?.form ?? "", isHarness, isCut: cut !== undefined };
}
