// Compares the catalogue with a data folder: names of models that it does not resolve, and facts that it states otherwise.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalog } from "@signalbox/catalog";
import { readName, type ModelFacts } from "@signalbox/contracts";
import { boardFiles } from "../train/boards/list-observations.ts";
import { forEachCsvRow, readTextFile } from "../data/csv-rows.ts";
import { identifyModel } from "../data/dataset.ts";

interface NameReport {
  readonly total: number;
  /** Names of the line and version of a model that the catalogue has: spellings that it should resolve. */
  readonly unresolved: readonly string[];
  /** Names of models that it has no entry of. */
  readonly strangers: readonly string[];
}

type Confidence = "high" | "medium" | "low";

interface FactReport {
  readonly confidence: Confidence;
  readonly total: number;
  readonly equal: number;
}

export interface DataReport {
  readonly names: NameReport;
  readonly facts: readonly FactReport[];
  /** "id: fact, stated, in the catalogue". */
  readonly differences: readonly string[];
}

const NAMES = { required: ["source", "model", "canonical"], optional: ["vendor", "kind"] };
const BOARDS = { required: ["model"], optional: [] };

/** Models of the sources and of the boards, base models left out: none of them is called. */
async function readNames(dataDir: string, catalog: Catalog): Promise<NameReport> {
  const known = new Map<string, boolean>();
  const models = join(dataDir, "models.csv");
  if (existsSync(models))
    forEachCsvRow(await readTextFile(models), NAMES, (fields) => {
      const [source = "", name = "", canonical = "", vendor = "", kind = ""] = fields;
      const { id, isServed } = identifyModel({ source, name, canonical, vendor, kind }, catalog);
      if (!id.startsWith("base:")) known.set(canonical, isServed || known.get(canonical) === true);
    });
  for (const path of boardFiles(dataDir))
    forEachCsvRow(await readTextFile(path), BOARDS, ([model = ""]) => {
      known.set(model, catalog.identify({ model }) !== undefined);
    });
  const missing = [...known].flatMap(([name, isKnown]) => (isKnown ? [] : [name])).toSorted();
  const places = new Set(catalog.list().map(({ id }) => placeOf(id)));
  const hasEntry = (name: string): boolean => {
    const place = placeOf(name);
    return place !== undefined && places.has(place);
  };
  return {
    total: known.size,
    unresolved: missing.filter(hasEntry),
    strangers: missing.filter((name) => !hasEntry(name)),
  };
}

/** Line and version of a name without its vendor; undefined where it states no version. */
function placeOf(spelling: string): string | undefined {
  const place = readName(spelling)?.place;
  return place === undefined || place.version.length === 0
    ? undefined
    : `${place.line} ${place.version.join(".")}`;
}

interface StatedModel {
  readonly id: string;
  readonly confidence: Confidence;
  readonly released: string | null;
  readonly prices: Readonly<Record<"input" | "cached_input" | "output", number | null>> | null;
  readonly context: Readonly<Record<"window" | "input_max" | "output_max", number | null>> | null;
  readonly thinking: { readonly can_be_off: boolean | null; readonly effort_default?: string | null } | null;
}

const MODES: Readonly<Record<string, string>> = { max: "xhigh", off: "none" };

type Fact = string | number | boolean | null | undefined;
type Compared = readonly [name: string, stated: Fact, own: Fact];

/** [fact, stated, in the catalogue]; null is unknown. */
function comparedFacts(stated: StatedModel, facts: ModelFacts | undefined): readonly Compared[] {
  const { prices, context, thinking, released } = stated;
  const modes = facts?.modes;
  const effort = thinking?.effort_default ?? null;
  const isStatedDefault = effort !== null && thinking?.can_be_off === false;
  return [
    ["input price", prices?.input, facts?.prices?.inputUsdPerMTok],
    ["cached price", prices?.cached_input, facts?.prices?.cachedInputUsdPerMTok],
    ["output price", prices?.output, facts?.prices?.outputUsdPerMTok],
    ["window", context?.window, facts?.contextTokens],
    ["input limit", context?.input_max, facts?.maxInputTokens],
    ["output limit", context?.output_max, facts?.maxOutputTokens],
    ["released", released, facts?.releasedOn],
    ["default mode", isStatedDefault ? (MODES[effort] ?? effort) : null, modes?.default],
    [
      "can be off",
      modes === undefined ? null : (thinking?.can_be_off ?? null),
      modes?.modes.some(({ mode }) => mode === "none"),
    ],
  ];
}

/** Lists round to half a percent. */
const isEqual = (stated: unknown, own: unknown): boolean =>
  typeof stated === "number" && typeof own === "number"
    ? Math.abs(stated - own) <= 0.005 * Math.max(stated, own)
    : stated === own;

function compareFacts(dataDir: string, catalog: Catalog): Pick<DataReport, "facts" | "differences"> {
  const path = join(dataDir, "model_facts.jsonl");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const rows = lines.map((line) => JSON.parse(line) as Partial<StatedModel>);
  const counts = new Map<Confidence, { total: number; equal: number }>();
  const differences: string[] = [];
  for (const stated of rows) {
    if (stated.id === undefined) continue;
    const { confidence = "low" } = stated;
    const count = counts.get(confidence) ?? { total: 0, equal: 0 };
    counts.set(confidence, count);
    for (const [fact, value, own] of comparedFacts(stated as StatedModel, catalog.get(stated.id))) {
      if (value === null || value === undefined) continue;
      count.total += 1;
      if (isEqual(value, own)) count.equal += 1;
      else differences.push(`${stated.id}: ${fact}, ${String(value)}, ${String(own)}`);
    }
  }
  return {
    facts: [...counts].map(([confidence, count]) => ({ confidence, total: count.total, equal: count.equal })),
    differences,
  };
}

/** @throws SignalboxError invalid_data when a file of the folder is malformed */
export async function reportData(dataDir: string, catalog: Catalog): Promise<DataReport> {
  return { names: await readNames(dataDir, catalog), ...compareFacts(dataDir, catalog) };
}
