// SCALE: reports on SQL work, one file for each month, ability and model. A report repeats the cases of the months before it,
// so the latest verdict on a case counts. The wording of the questions changed, so a case is known by its statement.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { isRecord } from "@signalbox/contracts";
import { invalidData } from "../../csv-rows.ts";
import {
  tokensOf,
  type SourceRecipe,
  type SourceSink,
  listNames,
  parseJson,
  readClonedFile,
  recordsOf,
  textOf,
  type JsonRecord,
} from "../write-source.ts";

const REPORTS = "leaderboard/public/data/evaluation_case_reports";
/** Programs around a model that are on the board beside the models. */
const APPLICATIONS = new Set(["sqlflash", "sqlshift"]);
/** Two indicators of one ability under the name of another; the three parts of an optimisation are weighted. */
const MISPLACED = "sql_optimization/big_sql_conversion.jsonl";
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["sql_optimization/logical_equivalence.jsonl", 3],
  ["sql_optimization/syntax_error_detection.jsonl", 2],
  ["sql_optimization/optimization_depth.jsonl", 4],
]);

interface Verdict {
  readonly indicator: string;
  readonly isPassed: boolean;
  readonly outputTokens: number;
}

interface Case {
  readonly id: string;
  readonly dataset: string;
  readonly prompt: string;
  /** By the model's name in small letters. */
  readonly verdicts: Map<string, readonly Verdict[]>;
}

interface Report {
  readonly ability: string;
  readonly model: string;
  readonly name: string;
  readonly indicators: readonly JsonRecord[];
}

/** From the latest month to the first, without the copies of a file that the following months hold. */
async function* readReports(folder: string): AsyncGenerator<Report> {
  const read = new Set<string>();
  for (const month of (await listNames(folder, REPORTS)).toReversed())
    for (const ability of await listNames(folder, REPORTS, month))
      for (const file of await listNames(folder, REPORTS, month, ability)) {
        const model = file.replace(/\.json$/, "");
        if (APPLICATIONS.has(model)) continue;
        const { text, name, sha256 } = await readClonedFile(join(folder, REPORTS, month, ability, file));
        if (read.has(sha256)) continue;
        read.add(sha256);
        const indicators = recordsOf({ items: parseJson(text, name) }, "items", name);
        yield { ability, model, name, indicators };
      }
}

/** The parts of an ability that ask for the same. */
function kindOf(ability: string, indicator: string): string {
  if (ability === "dialect_conversion") return "conv";
  if (ability === "sql_optimization" && indicator !== "index_advice.jsonl") return "opt";
  return indicator.replace(/\.jsonl$/, "");
}

function statementOf(item: JsonRecord, name: string): string {
  const content = parseJson(textOf(item, "case_content", name), name);
  if (!isRecord(content)) throw invalidData(name, undefined, `"case_content" must hold an object`);
  const statement = textOf(content, "sql", name).split(/\s+/).join(" ");
  return [statement, content["target_dialect"], content["source_dialect"]].map(String).join("\n");
}

const lengthOf = (answer: unknown): number =>
  tokensOf(typeof answer === "string" ? answer : JSON.stringify(answer));

function verdictOf(item: JsonRecord, indicator: string, name: string): Verdict {
  const lengths = recordsOf(item, "model_answers", name).map(({ model_answer: answer }) => lengthOf(answer));
  const outputTokens = Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
  return { indicator, isPassed: textOf(item, "case_eval_result", name) === "Pass", outputTokens };
}

type Cases = Map<string, Case>;

/** Advice on an index differs by the tables of one statement, so that its whole question tells the cases apart. */
function caseOf({ ability, name }: Report, indicator: string, item: JsonRecord, cases: Cases): Case {
  const kind = kindOf(ability, indicator);
  const prompt = textOf(item, "mode_question", name);
  const key = `${ability}/${kind}:${kind === "index_advice" ? prompt : statementOf(item, name)}`;
  const known = cases.get(key);
  if (known !== undefined) return known;
  const id = `${ability}/${kind}:${createHash("sha1").update(key).digest("hex").slice(0, 12)}`;
  const made = { id, dataset: `sql/${ability}/${kind}`, prompt, verdicts: new Map() };
  cases.set(key, made);
  return made;
}

/** An earlier report on the same model and case is passed over. */
function addReport(report: Report, cases: Cases): void {
  const found = new Map<Case, Verdict[]>();
  for (const record of report.indicators) {
    const indicator = textOf(record, "indicator_name", report.name);
    if (`${report.ability}/${indicator}` === MISPLACED) continue;
    for (const item of recordsOf(record, "case_datas", report.name)) {
      const each = caseOf(report, indicator, item, cases);
      const verdict = verdictOf(item, `${report.ability}/${indicator}`, report.name);
      found.set(each, [...(found.get(each) ?? []), verdict]);
    }
  }
  const model = report.model.toLowerCase();
  for (const [{ verdicts }, of] of found) if (!verdicts.has(model)) verdicts.set(model, of);
}

/** Mean over the indicators with a verdict, by their weights; the mean within each. */
function scoreOf(verdicts: readonly Verdict[]): number {
  const parts = Map.groupBy(verdicts, ({ indicator }) => indicator);
  let sum = 0;
  let weights = 0;
  for (const [indicator, of] of parts) {
    const weight = WEIGHTS.get(indicator) ?? 1;
    sum += (weight * of.filter(({ isPassed }) => isPassed).length) / of.length;
    weights += weight;
  }
  return sum / weights;
}

/** Capitals of some names changed from month to month. */
type Spellings = ReadonlyMap<string, string>;

function addCase({ id, dataset, prompt, verdicts }: Case, spellings: Spellings, sink: SourceSink): void {
  sink.prompt({ id, dataset, prompt });
  const inputTokens = tokensOf(prompt);
  for (const [name, of] of verdicts) {
    const model = spellings.get(name) ?? name;
    sink.outcome({ id, model, score: scoreOf(of), inputTokens, outputTokens: of.at(-1)?.outputTokens });
  }
}

export const scaleSql: SourceRecipe = {
  source: "scale_sql",
  repository: "https://github.com/actiontech/sql-llm-benchmark",
  commit: "8a6af029052595185e95d96e588aa9df935244f7",
  licence: "MIT",
  about: "SQL: optimisation, advice on indexes, dialects and understanding",
  digests: {
    prompts: "9e6fedb8d981df356a55aab45920e51b8e70ac8a799b09ef0658d69c7b1093a5",
    outcomes: "5ac9597c862de09bb07f0d31c38eb1c4099f568ba3000f6374e4d46a17aa49e4",
  },
  read: async (folder, sink) => {
    const cases: Cases = new Map();
    const spellings = new Map<string, string>();
    for await (const report of readReports(folder)) {
      addReport(report, cases);
      spellings.set(report.model.toLowerCase(), report.model);
    }
    for (const each of cases.values()) addCase(each, spellings, sink);
  },
};
