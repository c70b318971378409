// Which encoder reads the prompts, and what the transformer tier may take of time and memory.
import { Type } from "typebox";

import { choiceSetting, integerSetting, textSetting } from "./setting.ts";

export const encoder = Type.Object({
  tier: choiceSetting(["static", "transformer"], {
    env: "SIGNALBOX_ENCODER_TIER",
    flag: "encoder-tier",
    default: "static",
    description:
      "`static` decides in microseconds; `transformer` embeds each new prompt in a worker thread and falls back to static, marked as degraded, where that takes too long.",
  }),
  file: textSetting({
    env: "SIGNALBOX_ENCODER_FILE",
    flag: "encoder-file",
    default: "",
    description:
      "ONNX file of the sentence encoder: a path, or an http(s) address that is fetched once into the cache. Its SHA-256 must be the one that the artefact names. Empty takes what `signalbox encoder fetch` has fetched.",
  }),
  artefactDir: textSetting({
    env: "SIGNALBOX_ENCODER_ARTEFACT_DIR",
    flag: "encoder-artefact-dir",
    default: "",
    description:
      "Directory of the transformer tier's artefact; empty takes the one that is shipped. `model.artefactDir` stays the fallback.",
  }),
  budgetMs: integerSetting({
    env: "SIGNALBOX_ENCODER_BUDGET_MS",
    flag: "encoder-budget-ms",
    default: 40,
    minimum: 1,
    maximum: 10_000,
    description: "Milliseconds that a decision waits for the vector of its prompt.",
  }),
  queueMax: integerSetting({
    env: "SIGNALBOX_ENCODER_QUEUE_MAX",
    flag: "encoder-queue-max",
    default: 32,
    minimum: 0,
    maximum: 10_000,
    description:
      "Prompts that may wait for a thread of the encoder; further ones get a static answer immediately.",
  }),
  cacheMax: integerSetting({
    env: "SIGNALBOX_ENCODER_CACHE_MAX",
    flag: "encoder-cache-max",
    default: 8192,
    minimum: 1,
    maximum: 1_000_000,
    description:
      "Vectors kept in memory, by account and digest of what the encoder reads; about 1.6 KB each.",
  }),
  threads: integerSetting({
    env: "SIGNALBOX_ENCODER_THREADS",
    flag: "encoder-threads",
    default: 1,
    minimum: 1,
    maximum: 64,
    description:
      "Worker threads of the encoder. Each takes a core while it embeds; the first adds about 190 MB to the process.",
  }),
});
