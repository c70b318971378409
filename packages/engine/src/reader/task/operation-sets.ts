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
