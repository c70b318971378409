// Evaluations in the forms that tools write, as rows of one form: a prompt and columns `{model}/score`, `/cost` (USD), `/latency` (s).
import { isRecord, SignalboxError } from "@signalbox/contracts";

type Values = Readonly<Record<string, unknown>>;

export interface EvaluationForm {
  /** True where each record is of one model, so that models show up on the way. */
  readonly isOpen: boolean;
  /** A record that is no judgement gives no row. */
  readonly rowsOf: (values: Values) => readonly Values[];
}

const PROMPT_COLUMNS = ["prompt", "question", "input", "query", "instruction"];
const MODEL_COLUMNS = ["model", "llm", "provider"];
const SCORE_COLUMNS = ["score", "pass", "passed", "correct", "success", "result", "grade", "status"];
const INTERFACES = /^(?:chat|completions?|responses|messages|realtime|assistant):/;

/** A model as promptfoo names it, `openai:chat:gpt-6-luna`, by its label. */
export function labelOf(name: string, provider?: unknown): string {
  const colon = name.indexOf(":");
  if (/^\w+:(?!\/)/.test(name) && !name.slice(0, colon).includes("/"))
    return `${name.slice(0, colon)}/${name.slice(colon + 1).replace(INTERFACES, "")}`;
  return typeof provider === "string" && provider !== "" && !name.includes("/")
    ? `${provider}/${name}`
    : name;
}

/** The words of a prompt: a text, or the contents of its messages, also as JSON text. */
function wordsOf(prompt: unknown): unknown {
  if (typeof prompt === "string" && /^\s*\[\s*\{/.test(prompt)) {
    try {
      return wordsOf(JSON.parse(prompt));
    } catch {
      return prompt;
    }
  }
  if (!Array.isArray(prompt)) return prompt;
  const contents = prompt.map((message) =>
    isRecord(message) ? (message["content"] ?? message["text"]) : message,
  );
  return contents
    .map(wordsOf)
    .filter((words) => typeof words === "string")
    .join("\n\n");
}

/** JSONL may also say `{ prompt, scores: { label: 1 }, costs: {...}, latencies: {...} }`. */
function flatten(values: Values): Values {
  const flat: Record<string, unknown> = { ...values };
  for (const [member, measure] of [
    ["scores", "score"],
    ["costs", "cost"],
    ["latencies", "latency"],
  ] as const) {
    const nested = values[member];
    if (!isRecord(nested)) continue;
    for (const [label, value] of Object.entries(nested)) flat[`${label}/${measure}`] = value;
    delete flat[member];
  }
  return flat;
}

interface Judgement {
  readonly prompt: unknown;
  readonly label: string;
  readonly score: unknown;
  readonly cost?: unknown;
  readonly seconds?: unknown;
}

const rowOf = ({ prompt, label, score, cost, seconds }: Judgement): Values => ({
  prompt: wordsOf(prompt),
  [`${label}/score`]: score,
  [`${label}/cost`]: cost,
  [`${label}/latency`]: seconds,
});

/** promptfoo got no answer, so there is nothing to judge. */
const ERROR_REASON = 2;

function promptfooRow(values: Values): readonly Values[] {
  const { provider, prompt, score, success, cost, latencyMs, failureReason } = values;
  if (failureReason === ERROR_REASON || !isRecord(prompt)) return [];
  const name = isRecord(provider) ? provider["id"] : provider;
  const seconds = typeof latencyMs === "number" ? latencyMs / 1000 : undefined;
  return [
    rowOf({ prompt: prompt["raw"], label: labelOf(String(name)), score: score ?? success, cost, seconds }),
  ];
}

const PROMPTFOO_COLUMN = /^\[([^\]]+)\] ?(.*)$/s;

/** promptfoo's table: columns of variables, then for each model its answer, `Status` and `Score`. */
function promptfooTable(columns: readonly string[]): EvaluationForm["rowsOf"] {
  const first = columns.findIndex((name) => PROMPTFOO_COLUMN.test(name));
  const variables = columns.slice(0, first).filter((name) => name !== "Description");
  const models = columns.flatMap((column) => {
    const [, id, template] = PROMPTFOO_COLUMN.exec(column) ?? [];
    return id === undefined ? [] : [{ column, label: labelOf(id), template: template ?? "" }];
  });
  const nth = (name: string, index: number): string => (index === 0 ? name : `${name} (${index + 1})`);
  const promptOf = (values: Values, template: string): string => {
    const said = (name: string): string => (typeof values[name] === "string" ? values[name] : "");
    if (!template.includes("{{")) return variables.map(said).join("\n");
    return template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => said(name));
  };
  return (values) =>
    models.map(({ column, label, template }, index) => {
      const status =
        values[nth("Status", index)] ?? /^\[(PASS|FAIL|ERROR)\]/.exec(String(values[column]))?.[1];
      const score = status === "ERROR" ? undefined : (values[nth("Score", index)] ?? status);
      return rowOf({ prompt: promptOf(values, template), label, score });
    });
}

/** An output item of the Evals API of OpenAI: graders' results beside the sample that they judge. */
function outputItemRow(values: Values): readonly Values[] {
  const { sample, results, datasource_item: item } = values;
  if (!isRecord(sample) || !Array.isArray(results) || typeof sample["model"] !== "string") return [];
  const scores = results.filter(isRecord).map(({ score, passed }) => Number(score ?? passed));
  const score = scores.reduce((sum, value) => sum + value, 0) / scores.length;
  return [rowOf({ prompt: sample["input"] ?? item, label: labelOf(sample["model"], "openai"), score })];
}

/** A record of OpenAI's `oaieval`: the prompt of a sample comes before its match, and the model is named once. */
function createEvalLog(): EvaluationForm["rowsOf"] {
  const prompts = new Map<unknown, unknown>();
  let model = "";
  return ({ spec, type, sample_id: sample, data }) => {
    if (isRecord(spec)) {
      const [named] = Array.isArray(spec["completion_fns"]) ? (spec["completion_fns"] as unknown[]) : [];
      model = typeof named === "string" ? labelOf(named, "openai") : "";
    }
    if (!isRecord(data)) return [];
    if (type === "sampling") prompts.set(sample, data["prompt"]);
    const score = data["score"] ?? data["correct"];
    if (type === "sampling" || score === undefined || !prompts.has(sample)) return [];
    const row = rowOf({ prompt: prompts.get(sample), label: model, score });
    prompts.delete(sample);
    return [row];
  };
}

/** Most decisions of an export whose reports may still come. */
const AWAITED_MAX = 50_000;

/** An export of this service: reports on decisions whose texts were kept, and rows that were kept with routers. */
function createExportLog(): EvaluationForm["rowsOf"] {
  const prompts = new Map<unknown, unknown>();
  return (values) => {
    const { type, sessionId, text, label, value, usage, withdrawn_at: withdrawnAt } = values;
    if (type === "custom_router_row") return [flatten(values)];
    if (type === "decision" && isRecord(text)) {
      prompts.set(sessionId, text["messages"]);
      if (prompts.size > AWAITED_MAX) prompts.delete(prompts.keys().next().value);
    }
    if (type !== "feedback" || typeof value !== "number" || withdrawnAt !== null) return [];
    if (!prompts.has(sessionId)) return [];
    const { usd: cost, seconds } = isRecord(usage) ? usage : {};
    return [rowOf({ prompt: prompts.get(sessionId), label: String(label), score: value, cost, seconds })];
  };
}

/** The record that an export of a person or an account begins with. */
const isExport = ({ type, prompt }: Values): boolean =>
  prompt === undefined && (type === "decision" || type === "account");

const firstOf = (columns: readonly string[], names: readonly string[]): string | undefined =>
  names.find((name) => columns.includes(name));

/** One line a prompt and model. */
function longRow(columns: readonly string[], promptColumn: string): EvaluationForm["rowsOf"] | undefined {
  const [model, score] = [firstOf(columns, MODEL_COLUMNS), firstOf(columns, SCORE_COLUMNS)];
  if (model === undefined || score === undefined) return undefined;
  return (values) => [
    rowOf({
      prompt: values[promptColumn],
      label: labelOf(String(values[model]), model === "provider" ? undefined : values["provider"]),
      score: values[score],
      cost: values["cost"],
      seconds: values["latency"],
    }),
  ];
}

const noForm = (columns: readonly string[], message: string): SignalboxError =>
  new SignalboxError(
    "invalid_data",
    `${message} Its columns are: ${columns.slice(0, 20).join(", ")}. Send a column prompt and columns PROVIDER/MODEL/score, for example openai/gpt-6-luna/score; or prompt, model and score, one line a prompt and model; or the results of promptfoo or OpenAI's evals as they are.`,
  );

/**
 * The form of a file, by its first record.
 * @throws SignalboxError invalid_data for a file that names no prompt or no score
 */
export function formOf(first: Values, wanted: string): EvaluationForm {
  const columns = Object.keys(first);
  if (columns.some((name) => /\/score \(\d+\)$/.test(name)))
    throw new SignalboxError("invalid_data", "Two columns hold the score of one model. Keep one of them.");
  if (isRecord(first["prompt"]) && "provider" in first) return { isOpen: true, rowsOf: promptfooRow };
  if (columns.some((name) => PROMPTFOO_COLUMN.test(name)))
    return { isOpen: true, rowsOf: promptfooTable(columns) };
  if (isExport(first)) return { isOpen: true, rowsOf: createExportLog() };
  if (first["object"] === "eval.run.output_item") return { isOpen: true, rowsOf: outputItemRow };
  if (isRecord(first["spec"])) {
    const rowsOf = createEvalLog();
    rowsOf(first);
    return { isOpen: true, rowsOf };
  }
  const prompt = columns.includes(wanted) || wanted !== "prompt" ? wanted : firstOf(columns, PROMPT_COLUMNS);
  if (prompt === undefined || !columns.includes(prompt))
    throw noForm(columns, `The file has no column "${wanted}".`);
  const named = (values: Values): Values => ({ ...flatten(values), prompt: values[prompt] });
  if (Object.keys(flatten(first)).some((name) => name.endsWith("/score")))
    return { isOpen: false, rowsOf: (values) => [named(values)] };
  const rowsOf = longRow(columns, prompt);
  if (rowsOf === undefined) throw noForm(columns, "The file has no column that ends in /score.");
  return { isOpen: true, rowsOf };
}
