// Settings of learning from feedback: what is learned, how often, and the limits of uploads and training.
import { Type } from "typebox";

import { integerSetting } from "./setting.ts";

export const learning = Type.Object({
  intervalMs: integerSetting({
    env: "SIGNALBOX_LEARNING_INTERVAL_MS",
    flag: "learning-interval-ms",
    default: 10_000,
    minimum: 100,
    maximum: 3_600_000,
    description: "Interval between fits of accounts with new feedback.",
  }),
  rowsMax: integerSetting({
    env: "SIGNALBOX_LEARNING_ROWS_MAX",
    flag: "learning-rows-max",
    default: 20_000,
    minimum: 100,
    maximum: 1_000_000,
    description: "Most recent judged decisions of an account in one fit.",
  }),
  reportsPerKeyDayMax: integerSetting({
    env: "SIGNALBOX_REPORTS_PER_KEY_DAY_MAX",
    flag: "reports-per-key-day-max",
    default: 100,
    minimum: 1,
    maximum: 1_000_000,
    description:
      "Maximum reports of one key on one model per day that learning uses, newest first; all are kept and shown.",
  }),
  uploadBytesMax: integerSetting({
    env: "SIGNALBOX_UPLOAD_BYTES_MAX",
    flag: "upload-bytes-max",
    default: 2_147_483_648,
    minimum: 1024,
    maximum: 1_099_511_627_776,
    description: "Largest evaluation file for a custom router, in bytes.",
  }),
  trainingMinutesMax: integerSetting({
    env: "SIGNALBOX_TRAINING_MINUTES_MAX",
    flag: "training-minutes-max",
    default: 30,
    minimum: 1,
    maximum: 1_440,
    description: "Maximum duration of one training.",
  }),
  trainingMemoryMbMax: integerSetting({
    env: "SIGNALBOX_TRAINING_MEMORY_MB_MAX",
    flag: "training-memory-mb-max",
    default: 2_048,
    minimum: 128,
    maximum: 1_048_576,
    description: "Maximum heap of a training process, in MiB.",
  }),
});
