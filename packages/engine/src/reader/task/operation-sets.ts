// Operations by what they are done with.
import type { Operation } from "@signalbox/contracts";

/** What can be done with any text at all, whatever it says. */
export const ON_ANY_TEXT: ReadonlySet<Operation> = new Set([
  "extract",
  "classify",
  "summarise",
  "translate",
  "rewrite",
  "title",
]);

/** These are done with a text: what stands beside the instruction is that text, marked as such or not. */
export const ON_MATTER: ReadonlySet<Operation> = new Set([...ON_ANY_TEXT, "change_code", "review", "debug"]);
