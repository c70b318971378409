// pfgen-bench: fifty questions answered in Japanese, scored by program for fluency, truth and help. Of the runs in which a
// model was asked, and did not merely complete a text, the one that scored best represents it, as on the benchmark's board.
import { join } from "node:path";
import { isRecord } from "@signalbox/contracts";
import { invalidData } from "../../csv-rows.ts";
import {
  meanTokens,
  tokensOf,
  type SourceRecipe,
  type SourceSink,
  listFolders,
  listNames,
  numberOf,
  readJsonFile,
  recordsOf,
  unitScoreOf,
  textOf,
  type JsonRecord,
} from "../write-source.ts";

const RUNS = "result";
const RESULT = "result.json";
const ASKED = new Set(["qa", "chat"]);

interface Run {
  readonly model: string;
  readonly path: string;
  readonly score: number;
  readonly questions: JsonRecord;
}

async function readRun(model: string, path: string): Promise<Run | undefined> {
  const record = await readJsonFile(path);
  const { config, questions } = record;
  if (!isRecord(config) || !ASKED.has(String(config["mode"]))) return undefined;
  if (!isRecord(questions)) throw invalidData(path, undefined, `"questions" must be an object`);
  return { model, path, score: numberOf(record, "score", path), questions };
}

/** `result/VENDOR/MODEL/RUN/result.json` */
async function* readBestRuns(folder: string): AsyncGenerator<Run> {
  for (const vendor of await listFolders(folder, RUNS))
    for (const name of await listFolders(folder, RUNS, vendor)) {
      let best: Run | undefined;
      for (const run of await listFolders(folder, RUNS, vendor, name)) {
        const files = await listNames(folder, RUNS, vendor, name, run);
        if (!files.includes(RESULT)) continue;
        const read = await readRun(`${vendor}/${name}`, join(folder, RUNS, vendor, name, run, RESULT));
        if (read !== undefined && read.score > (best?.score ?? -1)) best = read;
      }
      if (best !== undefined) yield best;
    }
}

function addRun({ model, path, questions }: Run, asked: Set<string>, sink: SourceSink): void {
  for (const [number, question] of Object.entries(questions)) {
    if (!isRecord(question)) throw invalidData(path, undefined, `"${number}" must be an object`);
    const id = `pfgen_${number}`;
    const prompt = textOf(question, "question", path);
    if (!asked.has(id)) sink.prompt({ id, dataset: "pfgen-bench", prompt });
    asked.add(id);
    sink.outcome({
      id,
      model,
      score: unitScoreOf(question, "score", path),
      inputTokens: tokensOf(prompt),
      outputTokens: meanTokens(recordsOf(question, "samples", path), "answer"),
    });
  }
}

export const pfgen: SourceRecipe = {
  source: "pfgen",
  repository: "https://github.com/pfnet-research/pfgen-bench",
  commit: "03db7c4310c651171627ab327a4830d75d6bb1d0",
  licence: "Apache-2.0",
  about: "answers in Japanese, scored by program, 169 models",
  digests: {
    prompts: "c7e80fd867e945552027019f5dcb2d231df33616c74ef027bc189eae34f1437b",
    outcomes: "1b273d148e0860b749d413101a3e5752fccc22b341d805eac7d6fd20e12d1ecc",
  },
  read: async (folder, sink) => {
    const asked = new Set<string>();
    for await (const run of readBestRuns(folder)) addRun(run, asked, sink);
    if (asked.size === 0) throw invalidData(RUNS, undefined, "no run of a model that was asked");
  },
};
