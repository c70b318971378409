// Measures the heap that a decision takes, in a process with room for all of it: nothing is collected while it counts. Then what of
// it collections of the young heap alone leave behind. Prints one line of JSON.
import { getHeapSpaceStatistics } from "node:v8";

import { createCatalog } from "@signalbox/catalog";
import { plainInput, readSelectRequest, type DecisionInput } from "@signalbox/engine";
import { createEngineHolder, loadConfig } from "@signalbox/server";

const WARM_UP = 1_500;
const DECISIONS = 200;
const ROUNDS = 3;
const DECISIONS_PER_COLLECTION = 10;
const MODELS = ["openai/gpt-5", "openai/gpt-5-mini", "openai/gpt-4.1", "openai/o3", "google/gemini-2.5-pro"];
const LABELS = Array.from({ length: 20 }, (_, index) => `team-${index}/${MODELS[index % MODELS.length]}`);

const catalog = createCatalog();
const { current: engine } = await createEngineHolder(
  loadConfig({ file: undefined, env: {}, flags: {} }),
  catalog,
);

function inputOf(candidates: number): DecisionInput {
  const llm_providers = LABELS.slice(0, candidates).map((name, index) => ({
    provider: "openai",
    model: MODELS[index % MODELS.length]?.split("/")[1],
    name,
  }));
  const content =
    "Explain with examples how a small team keeps a large service simple, and compare three designs.";
  const body = { messages: [{ role: "user", content }], llm_providers };
  // From the second time on a list is kept, as that of most clients is.
  readSelectRequest(body, catalog);
  return plainInput({ ...readSelectRequest(body, catalog), explorationDraw: 0.5 });
}

/** The least of several rounds: what is compiled meanwhile takes of the heap too. @unit bytes */
function allocatedBy(work: () => unknown): number {
  for (let i = 0; i < WARM_UP; i += 1) work();
  const rounds = Array.from({ length: ROUNDS }, () => {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < DECISIONS; i += 1) work();
    return (process.memoryUsage().heapUsed - before) / DECISIONS;
  });
  return Math.min(...rounds.filter((bytes) => bytes > 0));
}

/** Size of the old heap, where only a full collection looks. @unit bytes */
const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith("new_"))
    .reduce((sum, { space_used_size: used }) => sum + used, 0);

/** Bytes a decision that are still there once the young heap was collected again and again. @unit bytes */
function leftBy(work: () => unknown): number {
  const collectYoung = (): unknown => globalThis.gc?.({ type: "minor" });
  const rounds = Array.from({ length: ROUNDS }, () => {
    globalThis.gc?.();
    const before = oldBytes();
    for (let i = 0; i < DECISIONS; i += 1) {
      work();
      if (i % DECISIONS_PER_COLLECTION === 0) collectYoung();
    }
    collectYoung();
    collectYoung();
    return (oldBytes() - before) / DECISIONS;
  });
  return Math.min(...rounds);
}

const [few, many] = [2, 20].map((candidates) => {
  const input = inputOf(candidates);
  return allocatedBy(() => engine.decide(input));
});
const input = inputOf(20);
const left = leftBy(() => engine.decide(input));
process.stdout.write(`${JSON.stringify({ few, many, left })}\n`);
