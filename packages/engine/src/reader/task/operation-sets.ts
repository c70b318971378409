// Operations by what they are done with.
import type { Operation } from "@signalbox/contracts";

/** Operations that can be carried out on any text at all, whatever it says. */
export const ON_ANY_TEXT: ReadonlySet<Operation> = new Set([
  "extract",
  "classify",
  "summarise",
  "translate",
  "rewrite",
  "title",
]);
