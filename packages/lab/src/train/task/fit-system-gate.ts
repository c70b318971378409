// Which system prompts say by themselves what is to be done with any text: a logistic regression on those of the atlas, which are
// labelled one by one, and on those of its requests.
import {
  anyTextLogit,
  HEADS,
  ON_ANY_TEXT,
  readMessages,
  readTaskText,
  systemAlone,
  type TaskFeatures,
  type TaskText,
} from "@signalbox/engine/internals";
import type { Atlas, AtlasEntry } from "../../atlas/atlas.ts";
import type { BaggedTensor } from "../artefact/write-artefact.ts";
import { fitLogistic, type LogisticRow } from "./descent.ts";
import { predictTask, type TaskNet } from "./task-net.ts";
import { sparseRowsOf } from "./task-rows.ts";

interface SystemPrompt {
  readonly text: string;
  /** How much it says of the matter: the two readers may differ. @range 0..1 */
  readonly taskShare: number;
}

/** The price of a weight other than zero, times half its square. @unit nats */
const WEIGHT_COST = 4;
const ITERATIONS = 150;
const BYTE_MAX = 127;

const systemOf = ({ messages }: AtlasEntry): string =>
  messages.find(({ role }) => role === "system")?.content ?? "";

/** A prompt with tools belongs to an agent, whose user says what is to be done. */
export function systemPromptsOf({ entries, systems }: Pick<Atlas, "entries" | "systems">): SystemPrompt[] {
  const ofRequests = entries
    .filter((entry) => systemOf(entry).trim() !== "" && entry.tools.length === 0)
    .map((entry) => {
      const labels = [entry.author, entry.secondReader ?? entry.author];
      const share = labels.filter(({ op }) => ON_ANY_TEXT.has(op)).length / labels.length;
      return { text: systemOf(entry), taskShare: entry.features.includes("system_task") ? share : 0 };
    });
  return [...ofRequests, ...systems.map(({ text, isTask }) => ({ text, taskShare: Number(isTask) }))];
}

function textAlone({ text }: SystemPrompt): TaskText {
  return systemAlone(readTaskText(readMessages([{ role: "system", content: text }]), 0));
}

/** The first weights: a constant, then what the heads say; the features are behind them. */
const OWN_COUNT = 2;

/** A row's features, each under its own number in the order in which they are first seen. */
function gateRowsOf(
  prompts: readonly SystemPrompt[],
  features: TaskFeatures,
  net: TaskNet,
): { readonly rows: readonly LogisticRow[]; readonly seen: readonly number[] } {
  const sparse = sparseRowsOf(prompts.map(textAlone), features);
  const places = new Map<number, number>();
  const placeOf = (id: number): number => {
    const place = places.get(id) ?? places.size;
    places.set(id, place);
    return OWN_COUNT + place;
  };
  const shares = new Float64Array(HEADS.count);
  const rows = prompts.map(({ taskShare }, row) => {
    predictTask(sparse, row, net, shares);
    const [from, to] = [sparse.offsets[sparse.starts[row]!]!, sparse.offsets[sparse.starts[row + 1]!]!];
    return {
      ids: [0, 1, ...Array.from(sparse.ids.subarray(from, to), placeOf)],
      values: [1, anyTextLogit(shares), ...sparse.values.subarray(from, to)],
      share: taskShare,
      weight: 1,
    };
  });
  return { rows, seen: [...places.keys()] };
}

/** @returns what `loadSystemGate` reads */
export function fitSystemGate(
  prompts: readonly SystemPrompt[],
  features: TaskFeatures,
  net: TaskNet,
): readonly BaggedTensor[] {
  const { rows, seen } = gateRowsOf(prompts, features, net);
  const fitted = new Float64Array(OWN_COUNT + seen.length);
  fitted[1] = 1;
  fitLogistic(rows, fitted, { cost: WEIGHT_COST, freeCount: OWN_COUNT, iterations: ITERATIONS });
  const weights = new Float64Array(features.featureCount);
  seen.forEach((id, place) => (weights[id] = fitted[OWN_COUNT + place]!));
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest / BYTE_MAX || 1;
  const packed = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  const [bias = 0, slope = 0] = fitted;
  const line = Float32Array.of(bias, slope, scale);
  return [
    { name: "taskSystemWeights", shape: [packed.length], data: packed },
    { name: "taskSystemLine", shape: [line.length], data: line },
  ];
}
