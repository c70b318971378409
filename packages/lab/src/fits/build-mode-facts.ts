// Writes packages/catalog/data/modes.json: single facts of every thinking model in each of its modes, and prints the levels of
// efforts that the engine takes for models the catalogue does not know.
// Command: build-mode-facts.ts --data DIR [--out FILE]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Mode, type ModeGround, type ModelFacts, MODES } from "@signalbox/contracts";
import { medianOf } from "@signalbox/engine/numerics";
import { createCatalog } from "@signalbox/catalog";
import {
  fitBoth,
  type BothEffects,
  type ModeSpeed,
  readExamRuns,
  readModeRuns,
  readModeSpeeds,
  thinksIn,
} from "./fit-mode-effects.ts";
import { findPredecessor } from "../train/boards/list-observations.ts";

// Speed and first token of a model's mode. Hosts that hide thoughts count them before the first token: of such modes the wait
// says nothing, so it is taken from modes whose first token comes before any thought.

/** A first token and a first answer closer than this came together: what was thought before them is in both. @unit seconds */
const TOGETHER_S = 0.3;
/** Longer waits of a mode that does not show its thoughts hold thought. @unit seconds */
const WAIT_MAX_S = 2.5;

/** Tokens per second of the mode, else the median over the model's modes. */
export function rateOf(speeds: readonly ModeSpeed[], mode: Mode): number | undefined {
  const rates = (of: readonly ModeSpeed[]): readonly number[] =>
    of.flatMap(({ tokensPerSecond: rate }) => (rate !== undefined && rate > 0 ? [rate] : []));
  const own = rates(speeds.filter((speed) => speed.mode === mode));
  const all = own.length > 0 ? own : rates(speeds);
  return all.length === 0 ? undefined : medianOf(all);
}

/** Seconds to the first token of all; undefined where every wait that was measured may hold thought. */
export function firstTokenOf(speeds: readonly ModeSpeed[]): number | undefined {
  const waits = speeds.flatMap(({ mode, firstTokenS, firstAnswerS }) => {
    if (firstTokenS === undefined) return [];
    const thinksFirst = mode !== "none" && (firstAnswerS ?? 0) - firstTokenS < TOGETHER_S;
    return thinksFirst && firstTokenS > WAIT_MAX_S ? [] : [firstTokenS];
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}

type Row = readonly [
  Mode,
  number | null,
  number | null,
  ModeGround | null,
  number | null,
  number | null,
  number | null,
];

const OUT = join(import.meta.dirname, "../../../catalog/data/modes.json");
const NOBODY = { model: "", vendor: "" };

const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));
const orNull = (value: number | undefined): number | null => (value === undefined ? null : rounded(value, 3));

function hiddenOf(
  { hidden }: BothEffects,
  facts: ModelFacts,
  mode: Mode,
): readonly [number, number, ModeGround] | undefined {
  if (!thinksIn(mode)) return undefined;
  const subject = { model: facts.id, vendor: facts.vendor, mode };
  const ground = hidden.groundOf(subject);
  return [
    rounded(Math.exp(hidden.levelOf(subject)), 3),
    rounded(Math.max(0.3, hidden.growthOf(subject)), 2),
    ground,
  ];
}

/** How much longer a measured model answers than the typical one; of one that was not measured that is unknown. */
function verbosityOf({ visible }: BothEffects, facts: ModelFacts, mode: Mode): number | null {
  const subject = { model: facts.id, vendor: facts.vendor, mode };
  if (visible.groundOf(subject) !== "measured") return null;
  return rounded(Math.exp(visible.levelOf(subject) - visible.levelOf({ ...NOBODY, mode: "none" })), 2);
}

/** Names that promise another speed than that of their line. */
const SPED_UP = /-(?:fast|turbo|highspeed|ultraspeed)\b/;

/** A model that nobody has timed is expected to be as fast as the one it follows: vendors keep the size of a line. */
function speedsOf({ id }: ModelFacts, speeds: readonly ModeSpeed[]): readonly ModeSpeed[] {
  const of = (wanted: string | undefined): readonly ModeSpeed[] =>
    speeds.filter(({ model }) => model === wanted);
  const own = of(id);
  if (own.length > 0 || SPED_UP.test(id)) return own;
  const timed = [...new Set(speeds.map(({ model }) => model))].map((model) => ({ id: model }));
  return of(findPredecessor({ id }, timed));
}

function rowsOf(facts: ModelFacts, effects: BothEffects, speeds: readonly ModeSpeed[]): readonly Row[] {
  const own = speedsOf(facts, speeds);
  return (facts.modes?.modes ?? []).map(({ mode }): Row => {
    const [tokens, growth, ground] = hiddenOf(effects, facts, mode) ?? [null, null, null];
    const rate = orNull(rateOf(own, mode));
    return [mode, tokens, growth, ground, verbosityOf(effects, facts, mode), rate, orNull(firstTokenOf(own))];
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string", default: "data" }, out: { type: "string", default: OUT } },
  });
  const catalog = createCatalog();
  const runs = [...(await readModeRuns(values.data, catalog)), ...(await readExamRuns(values.data, catalog))];
  const speeds = await readModeSpeeds(values.data, catalog);
  const effects = fitBoth(runs);
  const lines = catalog
    .list()
    .filter(({ modes }) => modes !== undefined)
    .map((facts) => `    ${JSON.stringify(facts.id)}: ${JSON.stringify(rowsOf(facts, effects, speeds))}`);
  writeFileSync(values.out, `{\n  "modesById": {\n${lines.join(",\n")}\n  }\n}\n`);
  const efforts = MODES.filter(thinksIn).map((mode) => [
    mode,
    rounded(Math.exp(effects.hidden.levelOf({ ...NOBODY, mode })), 3),
    rounded(effects.hidden.growthOf({ ...NOBODY, mode }), 2),
  ]);
  const places = [...new Set(runs.map(({ item }) => item))].map((item) => [
    item,
    rounded(effects.hidden.placeOf(item), 3),
  ]);
  process.stdout.write(`${JSON.stringify({ models: lines.length, efforts, places })}\n`);
}

if (import.meta.main) await main();
