import { JSON_OPTION, createProgress } from "@signalbox/cli/program";
import type { Command, Invocation } from "@signalbox/cli/program";
import { join } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

import { addFrames } from "../train/frames/fit-frames.ts";
import { addTaskReader } from "../train/task/add-task-reader.ts";
import { refitAbilities, trainArtefact } from "../train/train-artefact.ts";

export function readDataDir(invocation: Invocation): string {
  return invocation.text("data") ?? "data";
}

export function readSeed(text: string | undefined, fallback: number): number {
  const seed = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(seed) || seed < 0)
    throw new SignalboxError("bad_request", "--seed takes a whole number from 0.");
  return seed;
}

function readSplit(invocation: Invocation): "benchmark" | "release" {
  const split = invocation.text("split") ?? "release";
  if (split === "benchmark" || split === "release") return split;
  throw new SignalboxError(
    "bad_request",
    "--split is `benchmark` (held-out prompts stay unseen) or `release`.",
  );
}

/** The part of a finished artefact that is to be fitted again; undefined for all of it. */
function readOnly(invocation: Invocation): "abilities" | "frames" | "tasks" | undefined {
  const only = invocation.text("only");
  if (only === undefined || only === "abilities" || only === "frames" || only === "tasks") return only;
  throw new SignalboxError("bad_request", "--only takes `abilities`, `frames` or `tasks`.");
}

export const train: Command = {
  name: "train",
  usage: "train --data DIR [--split benchmark|release] [--seed N] [--only PART] [--out DIR]",
  summary: "Train a model artefact from the task atlas, public boards and recorded outcomes.",
  details: [
    "DIR holds SOURCE.prompts.jsonl.gz and SOURCE.outcomes.csv.gz files, and public_scores.csv.gz.",
    "The same data, split and seed give the same artefact.",
    "Serve the result with SIGNALBOX_ARTEFACT_DIR; the old artefact stays untouched until the new one is whole.",
  ],
  options: {
    data: { type: "string", value: "DIR", description: "Folder of outcomes. Default: data." },
    split: { type: "string", value: "NAME", description: "benchmark or release. Default: release." },
    seed: { type: "string", value: "N", description: "Default: 42." },
    out: {
      type: "string",
      value: "DIR",
      description: "Where the artefact goes. Default: artefacts/SPLIT-SEED.",
    },
    only: {
      type: "string",
      value: "PART",
      description:
        "`abilities`: fit those of the artefact in --out again from the boards of DIR; `tasks`: fit its task reader again from " +
        "the task atlas; `frames`: fit what takes templates off again from the task atlas. The rest stays.",
    },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: ["npm run lab -- train --data data --split benchmark --seed 42 --out artefacts/benchmark-42"],
  run: async (invocation) => {
    const split = readSplit(invocation);
    const seed = readSeed(invocation.text("seed"), 42);
    const outDir = invocation.text("out") ?? join("artefacts", `${split}-${seed}`);
    const only = readOnly(invocation);
    if (only === "frames") {
      const { version } = await addFrames(outDir);
      invocation.console.out(`${version} in ${outDir}: frames\n`);
      return 0;
    }
    if (only === "tasks") {
      const { version } = await addTaskReader(outDir);
      invocation.console.out(`${version} in ${outDir}: task reader\n`);
      return 0;
    }
    const dataDir = readDataDir(invocation);
    if (only === "abilities") {
      const { version, abilities } = await refitAbilities({ dataDir, outDir });
      invocation.console.out(
        `${version} in ${outDir}: abilities of ${abilities.rows.length} models in modes\n`,
      );
      return 0;
    }
    const progress = createProgress(invocation.console);
    const { version } = await trainArtefact({
      dataDir,
      split,
      seed,
      outDir,
      onProgress: ({ message, done }) => progress.report(done, message),
    });
    progress.end();
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify({ out: outDir, version })}\n` : `${version} in ${outDir}\n`,
    );
    return 0;
  },
};
