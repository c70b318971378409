// The two files of a source in the folder format, and the digests of what they hold: compressors differ, their input does not.
import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { SignalboxError } from "@signalbox/contracts";

// How one source is made from a clone of its public repository: where that is, at which commit, under which licence, and
// what is read of it.
export interface BuiltPrompt {
  readonly id: string;
  readonly dataset: string;
  readonly prompt: string;
  readonly subset?: string;
  readonly split?: string;
  readonly turns?: readonly string[];
}

export interface BuiltOutcome {
  readonly id: string;
  readonly model: string;
  /** @range 0..1 */
  readonly score: number;
  /** Tokens of the visible text, estimated; absent where there is no text. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

export interface SourceSink {
  prompt(row: BuiltPrompt): void;
  outcome(row: BuiltOutcome): void;
}

/** SHA-256 of what the two files hold, before compression. */
interface SourceDigests {
  readonly prompts: string;
  readonly outcomes: string;
}

export interface SourceRecipe {
  readonly source: string;
  readonly repository: string;
  /** The one that the recipe was written for. */
  readonly commit: string;
  readonly licence: string;
  readonly about: string;
  /** Digests of the result at that commit. */
  readonly digests: SourceDigests;
  /** @throws SignalboxError invalid_data where the folder does not have the repository's layout */
  readonly read: (folder: string, sink: SourceSink) => Promise<void>;
}

export interface BuiltSource {
  readonly digests: SourceDigests;
  readonly prompts: number;
  readonly outcomes: number;
  /** As the source names them. */
  readonly models: readonly string[];
}

const HEADER = "id,model,score,cost_usd,input_tokens,output_tokens";
const SCORE_DIGITS = 6;

export const quote = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

/** Six significant digits: more would keep the rounding of whichever machine averaged. */
const scoreText = (score: number): string => String(Number(score.toPrecision(SCORE_DIGITS)));

function outcomeLine({ id, model, score, inputTokens, outputTokens }: BuiltOutcome): string {
  if (!(score >= 0 && score <= 1))
    throw new SignalboxError("invalid_data", `${id}, ${model}: the score ${score} is not from 0 to 1.`);
  return [id, model, scoreText(score), "", inputTokens ?? "", outputTokens ?? ""]
    .map((field) => quote(String(field)))
    .join(",");
}

const sha256Of = (text: string): string => createHash("sha256").update(text).digest("hex");

async function writeCompressed(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, gzipSync(text));
  await rename(`${path}.part`, path);
}

interface SourceWriter extends SourceSink {
  finish(folder: string): Promise<BuiltSource>;
}

export function createSourceWriter(source: string): SourceWriter {
  const prompts: string[] = [];
  const outcomes: string[] = [HEADER];
  const ids = new Set<string>();
  const models = new Set<string>();
  return {
    prompt: ({ id, dataset, prompt, ...more }: BuiltPrompt) => {
      if (ids.has(id)) throw new SignalboxError("invalid_data", `The id ${id} stands twice.`);
      ids.add(id);
      prompts.push(JSON.stringify({ id, source, dataset, prompt, ...more }));
    },
    outcome: (row) => {
      if (!ids.has(row.id)) throw new SignalboxError("invalid_data", `No prompt has the id ${row.id}.`);
      models.add(row.model);
      outcomes.push(outcomeLine(row));
    },
    finish: async (folder) => {
      const texts = { prompts: `${prompts.join("\n")}\n`, outcomes: `${outcomes.join("\n")}\n` };
      await mkdir(folder, { recursive: true });
      await writeCompressed(join(folder, `${source}.prompts.jsonl.gz`), texts.prompts);
      await writeCompressed(join(folder, `${source}.outcomes.csv.gz`), texts.outcomes);
      return {
        digests: { prompts: sha256Of(texts.prompts), outcomes: sha256Of(texts.outcomes) },
        prompts: prompts.length,
        outcomes: outcomes.length - 1,
        models: [...models].toSorted(),
      };
    },
  };
}
