// What the columns of an evaluation file say of models: names that the catalogue does not know, and modes that a model lacks.
import type { ModelCatalog } from "@signalbox/contracts";
import { faultOfNamedMode } from "@signalbox/engine/internals";

import { splitLabel } from "./evaluation-data.ts";
import type { FileCheck } from "./evaluation-table.ts";

function checkLabel(label: string, catalog: ModelCatalog): Omit<FileCheck, "line" | "column"> | undefined {
  const fault = faultOfNamedMode(label, catalog);
  if (fault !== undefined) return { level: "error", ...fault };
  if (catalog.resolve(splitLabel(label)) !== undefined) return undefined;
  return {
    level: "warning",
    message: "The catalogue does not know this model.",
    fix: "Check its spelling. If it is right, its estimate starts from what is usual among models.",
  };
}

/** Faults and warnings of the header. */
export function checkLabels(labels: readonly string[], catalog: ModelCatalog): FileCheck[] {
  return labels.flatMap((label) => {
    const found = checkLabel(label, catalog);
    return found === undefined ? [] : [{ ...found, line: 1, column: `${label}/score` }];
  });
}
