// KOR-Bench: questions under rules that no model has seen before, in five fields, graded by program. Chat models answer without
// examples, base models with three.
import { join } from "node:path";
import {
  tokensOf,
  type SourceRecipe,
  type SourceSink,
  listNames,
  readJsonLines,
  readJsonList,
  textOf,
} from "../write-source.ts";

const FIELDS = ["cipher", "counterfactual", "logic", "operation", "puzzle"] as const;
const ANSWERS = "results/0923_main";
const ASKED_OF = "DeepSeek-V2.5";
const GRADES = "eval/results/0923_main";
const GRADED = /^evaluation_(.+)_([a-z]+)_(?:zero|three)-shot\.jsonl\.json$/;

/**
 * Reads the prompts. The question that the models were asked is in every file of answers; some rules were reworded in the
 * benchmark's own files later.
 */
async function readPrompts(folder: string, sink: SourceSink): Promise<ReadonlyMap<string, number>> {
  const tokens = new Map<string, number>();
  for (const field of FIELDS) {
    const name = join(folder, ANSWERS, `${ASKED_OF}_${field}_zero-shot.jsonl`);
    for (const asked of await readJsonLines(name)) {
      const id = `kor/${field}/${textOf(asked, "idx", name)}`;
      const rule = textOf(asked, "rule_content", name);
      const prompt = `### Rule:\n${rule}\n\n### Question:\n${textOf(asked, "question", name)}`;
      sink.prompt({ id, dataset: "korbench", prompt, subset: field });
      tokens.set(id, tokensOf(prompt));
    }
  }
  return tokens;
}

export const korBench: SourceRecipe = {
  source: "kor_bench",
  repository: "https://github.com/KOR-Bench/KOR-Bench",
  commit: "bb8194dff8e51e2e2247cf62aa9932c3d57d53d7",
  licence: "Apache-2.0",
  about: "reasoning under new rules, 62 chat and base models",
  digests: {
    prompts: "41e62a9eb2e10aff26f7cdd581f8bfe3ea762d7460f965bc748f65620f4250ae",
    outcomes: "c6cb50b28cce17cd9877dc5dab5ac48716da297e2ad27978b1c4b7ce5e2c81a3",
  },
  read: async (folder, sink) => {
    const inputTokens = await readPrompts(folder, sink);
    for (const file of await listNames(folder, GRADES)) {
      const [, model, field] = GRADED.exec(file) ?? [];
      if (model === undefined || field === undefined) continue;
      const name = join(folder, GRADES, file);
      for (const graded of await readJsonList(name)) {
        if (graded["idx"] === undefined) continue;
        const id = `kor/${field}/${textOf(graded, "idx", name)}`;
        const response = graded["response"];
        sink.outcome({
          id,
          model,
          score: Number(graded["is_correct"] === true),
          inputTokens: inputTokens.get(id),
          outputTokens: typeof response === "string" ? tokensOf(response) : undefined,
        });
      }
    }
  },
};
