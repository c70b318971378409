// An evaluation table seen by the shipped router: encodings, shipped estimates, and folds that keep equal prompts together.
import type { ModelCatalog } from "@signalbox/contracts";
import type { RoutingModel } from "@signalbox/engine";
import type { PromptEncoding } from "@signalbox/engine/internals";
import type { CorrectionData } from "@signalbox/engine/learn";
import { candidateCalled, createRowReader } from "@signalbox/engine/internals";
import { armNameOf } from "@signalbox/engine/learn";

import type { EvaluationTable } from "./evaluation-table.ts";
import { normalisePrompt } from "./merge-repeats.ts";

export const FOLD_COUNT = 5;

export interface EvaluationData {
  readonly table: EvaluationTable;
  readonly data: CorrectionData;
  readonly encodings: readonly PromptEncoding[];
  /** Shipped estimates. @shape rows x labels */
  readonly shipped: Float64Array;
  /** @shape rows */
  readonly foldOfRow: Int32Array;
}

export function splitLabel(label: string): { provider: string | undefined; model: string } {
  const slash = label.indexOf("/");
  return slash < 0
    ? { provider: undefined, model: label }
    : { provider: label.slice(0, slash), model: label.slice(slash + 1) };
}

/** FNV-1a over the normalised prompt: the same question has the same fold in every file, whatever its place. */
function foldOf(prompt: string): number {
  let hash = 0x811c9dc5;
  for (const character of normalisePrompt(prompt)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  return (hash >>> 0) % FOLD_COUNT;
}

/** @param onProgress share of prompts encoded, 0..1 */
export function buildEvaluationData(
  table: EvaluationTable,
  world: { readonly catalog: ModelCatalog; readonly model: RoutingModel },
  onProgress: (share: number) => void,
): EvaluationData {
  const candidates = table.labels.map((label) =>
    candidateCalled(label, world.catalog.resolve(splitLabel(label))),
  );
  const read = createRowReader(world.model, candidates);
  const columns = table.labels.length;
  const shipped = new Float64Array(table.rows.length * columns);
  const outcomes: CorrectionData["outcomes"][number][] = [];
  const encodings = table.rows.map((row, prompt) => {
    const { encoding, estimates } = read(row.prompt);
    estimates.forEach(({ success }, arm) => {
      shipped[prompt * columns + arm] = success;
      const outcome = row.scores[arm]!;
      if (!Number.isNaN(outcome)) outcomes.push({ prompt, arm, prior: success, outcome, weight: 1 });
    });
    if (prompt % 200 === 0) onProgress(prompt / table.rows.length);
    return encoding;
  });
  return {
    table,
    encodings,
    shipped,
    data: {
      arms: candidates.map(({ label, facts }) => armNameOf(label, facts?.id)),
      encodings,
      outcomes,
    },
    foldOfRow: Int32Array.from(table.rows, (row) => foldOf(row.prompt)),
  };
}
