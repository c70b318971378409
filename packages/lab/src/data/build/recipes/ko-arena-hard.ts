// Arena-Hard in Korean: open-ended requests, each answer judged twice against a baseline, with the sides changed.
import { join } from "node:path";
import { isRecord } from "@signalbox/contracts";
import { invalidData } from "../../csv-rows.ts";
import {
  tokensOf,
  type SourceRecipe,
  type SourceSink,
  listNames,
  readJsonLines,
  recordsOf,
  textOf,
  type JsonRecord,
} from "../write-source.ts";

const DATA = "data/ko-arena-hard-v0.1";
const JUDGE = "ensemble";

/** Share that the first of two sides gets; the second gets the rest. */
const SHARES: ReadonlyMap<string, number> = new Map([
  ["A>>B", 1],
  ["A>B", 0.75],
  ["A=B", 0.5],
  ["B>A", 0.25],
  ["B>>A", 0],
]);

/** The baseline is A in the first game and B in the second. Mean over the games with a verdict; undefined without any. */
function scoreOf(record: JsonRecord, name: string): number | undefined {
  const [first, second] = recordsOf(record, "games", name).map(({ score }) => SHARES.get(String(score)));
  const shares = [first === undefined ? undefined : 1 - first, second].filter((share) => share !== undefined);
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function contentOf(turns: unknown, name: string): string {
  const [turn] = Array.isArray(turns) ? (turns as unknown[]) : [];
  const content = isRecord(turn) ? turn["content"] : undefined;
  if (typeof content === "string") return content;
  throw invalidData(name, undefined, "a first turn with its content was expected");
}

async function readPrompts(folder: string, sink: SourceSink): Promise<ReadonlyMap<string, number>> {
  const name = join(folder, DATA, "question.jsonl");
  const tokens = new Map<string, number>();
  for (const record of await readJsonLines(name)) {
    const question = textOf(record, "question_id", name);
    const prompt = contentOf(record["turns"], name);
    const subset = textOf(record, "cluster", name);
    sink.prompt({ id: `koah_${question}`, dataset: "ko-arena-hard-v0.1", prompt, subset });
    tokens.set(question, tokensOf(prompt));
  }
  return tokens;
}

async function readLengths(folder: string, file: string): Promise<ReadonlyMap<string, number>> {
  const name = join(folder, DATA, "model_answer", file);
  const lengths = new Map<string, number>();
  for (const record of await readJsonLines(name)) {
    const [choice] = recordsOf(record, "choices", name);
    const text = contentOf(choice?.["turns"], name);
    lengths.set(textOf(record, "question_id", name), tokensOf(text));
  }
  return lengths;
}

export const koArenaHard: SourceRecipe = {
  source: "ko_arena_hard",
  repository: "https://github.com/qwopqwop200/ko-arena-hard-auto",
  commit: "9d139328755a331f9d171bb806ac5b37d3598009",
  licence: "Apache-2.0",
  about: "hard requests of real users in Korean, judged against claude-3.7-sonnet",
  digests: {
    prompts: "8e389859fca21afd826743776e7b3f7de1b38017bc48d1d16f4f392e042a379b",
    outcomes: "94d41f6381a0ada1073758bbadf89235bbb6eaaf428f27ce9b6346c2d67758a5",
  },
  read: async (folder, sink) => {
    const inputTokens = await readPrompts(folder, sink);
    const answers = new Set(await listNames(folder, DATA, "model_answer"));
    for (const file of await listNames(folder, DATA, "model_judgment", JUDGE)) {
      // Some answers were taken back after they had been judged.
      const lengths = answers.has(file) ? await readLengths(folder, file) : undefined;
      const name = join(folder, DATA, "model_judgment", JUDGE, file);
      for (const record of await readJsonLines(name)) {
        const question = textOf(record, "question_id", name);
        const score = scoreOf(record, name);
        if (score === undefined) continue;
        const tokens = { inputTokens: inputTokens.get(question), outputTokens: lengths?.get(question) };
        sink.outcome({ id: `koah_${question}`, model: file.replace(/\.jsonl$/, ""), score, ...tokens });
      }
    }
  },
};
