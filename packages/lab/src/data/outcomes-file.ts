// SOURCE.outcomes.csv and SOURCE.latency.csv: one row for a prompt and a model of that source.
import { forEachCsvRow, parseAmount } from "./csv-rows.ts";
import { invalidData } from "./read-text.ts";
import type { TextFile } from "./read-text.ts";

// Append-only numeric column: grows by doubling, ends as one exact typed array.
export class GrowingColumn {
  #values: Float64Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#values = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The values so far. The view is invalid after the next push. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

export interface OutcomeColumns {
  readonly modelNames: string[];
  /** Row of the prompt within the source. */
  readonly prompt: GrowingColumn;
  /** Index into `modelNames`. */
  readonly model: GrowingColumn;
  readonly score: GrowingColumn;
  readonly costUsd: GrowingColumn;
  readonly inputTokens: GrowingColumn;
  readonly outputTokens: GrowingColumn;
  readonly latencyMs: GrowingColumn;
  /** Outcome row by prompt * 2^16 + model. */
  readonly rowByKey: Map<number, number>;
}

const MODELS_PER_SOURCE_MAX = 65_535;
const COLUMNS = {
  required: ["id", "model", "score"],
  optional: ["cost_usd", "input_tokens", "output_tokens"],
};

function createColumns(): OutcomeColumns {
  const column = (): GrowingColumn => new GrowingColumn();
  return {
    modelNames: [],
    prompt: column(),
    model: column(),
    score: column(),
    costUsd: column(),
    inputTokens: column(),
    outputTokens: column(),
    latencyMs: column(),
    rowByKey: new Map(),
  };
}

/** Copies the characters, so that a short name does not keep the whole file in memory. */
function detach(text: string): string {
  return Buffer.from(text).toString();
}

function parseScore(field: string, file: string, line: number): number {
  if (field === "") return Number.NaN;
  const value = Number(field);
  if (!(value >= 0 && value <= 1))
    throw invalidData(file, line, `score is "${field.slice(0, 40)}", expected a number from 0 to 1`);
  return value;
}

/**
 * Rows with an empty score are skipped: unknown is not zero.
 * @throws SignalboxError `invalid_data` for missing columns, NaN, scores outside 0..1, unknown prompts, repeated rows.
 */
export function parseOutcomesFile(file: TextFile, promptRow: ReadonlyMap<string, number>): OutcomeColumns {
  const out = createColumns();
  const modelIndex = new Map<string, number>();
  const add = (name: string, line: number): number => {
    if (name === "") throw invalidData(file.name, line, "the model is empty");
    if (out.modelNames.length === MODELS_PER_SOURCE_MAX)
      throw invalidData(file.name, line, `more than ${MODELS_PER_SOURCE_MAX} models`);
    const kept = detach(name);
    modelIndex.set(kept, out.modelNames.length);
    return out.modelNames.push(kept) - 1;
  };
  forEachCsvRow(
    file,
    COLUMNS,
    ([id = "", name = "", score = "", cost = "", input = "", output = ""], line) => {
      const prompt = promptRow.get(id);
      if (prompt === undefined)
        throw invalidData(file.name, line, `no prompt has the id "${id.slice(0, 120)}"`);
      const value = parseScore(score, file.name, line);
      const model = modelIndex.get(name) ?? add(name, line);
      const key = prompt * 65_536 + model;
      if (out.rowByKey.has(key))
        throw invalidData(file.name, line, `a second outcome of "${name}" for "${id}"`);
      out.rowByKey.set(key, Number.isNaN(value) ? -1 : out.score.length);
      if (Number.isNaN(value)) return;
      out.prompt.push(prompt);
      out.model.push(model);
      out.score.push(value);
      out.costUsd.push(parseAmount(cost, file.name, { line, column: "cost_usd" }));
      out.inputTokens.push(parseAmount(input, file.name, { line, column: "input_tokens" }));
      out.outputTokens.push(parseAmount(output, file.name, { line, column: "output_tokens" }));
      out.latencyMs.push(Number.NaN);
    },
  );
  if (out.score.length === 0) throw invalidData(file.name, undefined, "no outcome with a score in the file");
  return out;
}

/** Writes measured latencies into the outcome rows they belong to; rows without a score are left out. */
export function applyLatencyFile(
  file: TextFile,
  promptRow: ReadonlyMap<string, number>,
  outcomes: OutcomeColumns,
): void {
  const modelIndex = new Map(outcomes.modelNames.map((name, index) => [name, index]));
  forEachCsvRow(file, { required: ["id", "model", "latency_ms"] }, ([id = "", name = "", ms = ""], line) => {
    const prompt = promptRow.get(id);
    if (prompt === undefined)
      throw invalidData(file.name, line, `no prompt has the id "${id.slice(0, 120)}"`);
    const row = outcomes.rowByKey.get(prompt * 65_536 + (modelIndex.get(name) ?? MODELS_PER_SOURCE_MAX));
    if (row === undefined || row < 0) return;
    outcomes.latencyMs.set(row, parseAmount(ms, file.name, { line, column: "latency_ms" }));
  });
}
