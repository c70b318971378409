// Makes data/models.json and data/scores.json from the research files: `node build-catalog-data.ts --data DIR [--out DIR]`.
// Deterministic: the same inputs give the same bytes. One model a line, so that a change reads well in a diff.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SignalboxError } from "@signalbox/contracts";
import type { CatalogRecord, ScoreRow } from "../catalog-record.ts";
import { buildAliasIndex } from "../identity/alias-index.ts";
import { spellingKey } from "../identity/split-spelling.ts";
import { DEPRECATION_UNKNOWN, LEFT_OUT, REJECTED_ALIASES, RENAMED } from "./alias-rulings.ts";
import { chooseScores } from "./choose-scores.ts";
import { EXTRA_ALIASES } from "./extra-aliases.data.ts";
import { deriveAliases, recordOf } from "./derive-facts.ts";
import type { ModelCard, RawScore } from "./read-inputs.ts";
import { readModelCards, readRawScores } from "./read-inputs.ts";
import { SUPPLEMENT } from "./supplement.data.ts";

/** Day of the newest source; decides what counts as deprecated already. */
const DATA_DAY = "2026-09-28";
const RELEASED_SINCE = "2024-09";
const QUOTABLE_PRICE = /^(?:genai-prices|models\.dev|litellm|openrouter-api|AA:)/;

/** Models that one can call today, or that have outcomes under a name we know. */
function isKept(card: ModelCard, scoreCount: number): boolean {
  if (LEFT_OUT.has(card.id)) return false;
  if (card.id in EXTRA_ALIASES || card.id in RENAMED) return true;
  if (card.price_source !== null && QUOTABLE_PRICE.test(card.price_source)) return true;
  return scoreCount >= 2 || (!card.single_source && (card.released ?? "") >= RELEASED_SINCE);
}

function aliasesOf(card: ModelCard, id: string): readonly string[] {
  const trusted = card.aliases.filter((alias) => !REJECTED_ALIASES.has(alias.toLowerCase()));
  const derived = deriveAliases(id, trusted);
  const extra = SUPPLEMENT.includes(card) ? card.aliases : (EXTRA_ALIASES[id] ?? []);
  const ownKey = spellingKey(id.slice(id.indexOf("/") + 1));
  const own = [...derived, ...extra].filter(
    (alias) => spellingKey(alias.slice(alias.indexOf("/") + 1)) !== ownKey || alias.includes("/"),
  );
  return [
    ...new Map(own.map((alias) => [alias.includes("/") ? alias : spellingKey(alias), alias])).values(),
  ].toSorted();
}

function groupByModel(scores: readonly RawScore[]): ReadonlyMap<string, readonly RawScore[]> {
  const groups = new Map<string, RawScore[]>();
  for (const score of scores) {
    const group = groups.get(score.model);
    if (group === undefined) groups.set(score.model, [score]);
    else group.push(score);
  }
  return groups;
}

function corrected(card: ModelCard): ModelCard {
  return DEPRECATION_UNKNOWN.has(card.id) ? { ...card, deprecated: null, deprecation_date: null } : card;
}

function toLines(entries: readonly string[]): string {
  return entries.map((entry, index) => `    ${entry}${index + 1 < entries.length ? "," : ""}\n`).join("");
}

function writeData(
  outDir: string,
  records: readonly CatalogRecord[],
  scores: ReadonlyMap<string, readonly ScoreRow[]>,
): void {
  mkdirSync(outDir, { recursive: true });
  const models = toLines(records.map((record) => JSON.stringify(record)));
  writeFileSync(
    join(outDir, "models.json"),
    `{\n  "version": "${DATA_DAY}",\n  "models": [\n${models}  ]\n}\n`,
  );
  const rows = [...scores].map(([id, chosen]) => `${JSON.stringify(id)}: ${JSON.stringify(chosen)}`);
  writeFileSync(join(outDir, "scores.json"), `{\n  "scoresById": {\n${toLines(rows)}  }\n}\n`);
}

function build(dataDir: string, outDir: string): void {
  const scoresByCard = groupByModel(readRawScores(dataDir));
  const cards = [...readModelCards(dataDir), ...SUPPLEMENT];
  const scores = new Map<string, readonly ScoreRow[]>();
  const records: CatalogRecord[] = [];
  for (const card of cards) {
    const id = RENAMED[card.id] ?? card.id;
    const raw = scoresByCard.get(card.id) ?? [];
    const hedged = recordOf(corrected(card), id, aliasesOf(card, id), DATA_DAY);
    const chosen = chooseScores(raw, { isReasoningByDefault: hedged.isReasoningByDefault ?? false });
    if (!isKept(card, chosen.length) && !SUPPLEMENT.includes(card)) continue;
    records.push(hedged);
    if (chosen.length > 0) scores.set(id, chosen);
  }
  const sorted = records.toSorted((a, b) => a.id.localeCompare(b.id));
  const index = buildAliasIndex(sorted);
  writeData(outDir, sorted, new Map([...scores].toSorted(([a], [b]) => a.localeCompare(b))));
  const rowCount = [...scores.values()].reduce((sum, rows) => sum + rows.length, 0);
  process.stdout.write(`${sorted.length} models, ${index.size} spellings, ${rowCount} scores -> ${outDir}\n`);
}

const { values } = parseArgs({ options: { data: { type: "string" }, out: { type: "string" } } });
if (values.data === undefined) {
  throw new SignalboxError("invalid_configuration", "Say where the research files lie: --data DIR.");
}
build(values.data, values.out ?? join(import.meta.dirname, "../../data"));
