// Every source that can be built from a clone; adding it here makes it a command and a row of docs/data.md.
import type { SourceRecipe } from "../write-source.ts";
import { koArenaHard } from "./ko-arena-hard.ts";
import { korBench } from "./kor-bench.ts";
import { llmrouterUlab } from "./llmrouter-ulab.ts";
import { pfgen } from "./pfgen.ts";
import { reasoningGym } from "./reasoning-gym.ts";
import { routellm } from "./routellm.ts";
import { scaleSql } from "./scale-sql.ts";
import { shaberiJa } from "./shaberi-ja.ts";

export const SOURCE_RECIPES: readonly SourceRecipe[] = [
  routellm,
  reasoningGym,
  koArenaHard,
  korBench,
  pfgen,
  llmrouterUlab,
  scaleSql,
  shaberiJa,
];
