import { join } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { createProgress } from "../output/progress.ts";

/** Where the stages of a run stand in its bar; training is nearly all of it. */
const STAGE_SHARES = {
  reading: [0, 0.1],
  training: [0.1, 0.85],
  abilities: [0.85, 0.97],
  writing: [0.97, 1],
} as const;

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
function readOnly(invocation: Invocation): "abilities" | "shared" | "tasks" | undefined {
  const only = invocation.text("only");
  if (only === undefined || only === "abilities" || only === "shared" || only === "tasks") return only;
  throw new SignalboxError("bad_request", "--only takes `abilities`, `tasks` or `shared`.");
}

function readTier(invocation: Invocation): "static" | "transformer" {
  const tier = invocation.text("encoder") ?? "static";
  if (tier === "static" || tier === "transformer") return tier;
  throw new SignalboxError("bad_request", "--encoder is `static` or `transformer`.");
}

/** Where weights and vectors of the sentence encoder lie. */
export function readVectorOptions(invocation: Invocation) {
  return { encoderFile: invocation.text("encoder-file"), vectorsDir: invocation.text("vectors") };
}

/** Shared by the commands that may embed prompts. */
export const VECTOR_OPTIONS = {
  "encoder-file": {
    type: "string",
    value: "FILE",
    description: "Weights of the sentence encoder. Default: the installed ones.",
  },
  vectors: {
    type: "string",
    value: "DIR",
    description: "Folder that keeps prompt vectors. Default: .cache/embeddings.",
  },
} as const;

export const train: Command = {
  name: "train",
  usage: "train --data DIR [--split benchmark|release] [--seed N] [--encoder NAME] [--out DIR]",
  summary: "Train a model artefact from recorded outcomes.",
  details: [
    "DIR holds SOURCE.prompts.jsonl.gz and SOURCE.outcomes.csv.gz files.",
    "The same data, split and seed give the same artefact. An interrupted run continues where it stopped.",
    "--encoder transformer trains on vectors of a sentence encoder, about 15 ms of one core a prompt; they are kept for later runs.",
    "Serve the result with SIGNALBOX_ARTEFACT_DIR (transformer: SIGNALBOX_ENCODER_ARTEFACT_DIR); the old artefact stays untouched until the new one is whole.",
  ],
  options: {
    data: { type: "string", value: "DIR", description: "Folder of outcomes. Default: data." },
    split: { type: "string", value: "NAME", description: "benchmark or release. Default: release." },
    seed: { type: "string", value: "N", description: "Default: 42." },
    out: {
      type: "string",
      value: "DIR",
      description:
        "Where the artefact goes. Default: artefacts/SPLIT-SEED, or artefacts/SPLIT-transformer-SEED.",
    },
    encoder: { type: "string", value: "NAME", description: "static or transformer. Default: static." },
    "shares-with": {
      type: "string",
      value: "NAME",
      description: "Folder beside --out whose artefact keeps what is the same in both, written once.",
    },
    only: {
      type: "string",
      value: "PART",
      description:
        "`abilities`: fit those of the artefact in --out again from the boards of DIR; `tasks`: fit its task reader again from " +
        "the task atlas; `shared`: take what the artefact that it shares with holds now. The rest stays.",
    },
    ...VECTOR_OPTIONS,
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: ["signalbox train --data data --split benchmark --seed 42 --out artefacts/benchmark-42"],
  run: async (invocation) => {
    const { addTaskReader, refitAbilities, takeShared, trainArtefact } = await import("@signalbox/lab");
    const split = readSplit(invocation);
    const seed = readSeed(invocation.text("seed"), 42);
    const tier = readTier(invocation);
    const name = tier === "static" ? `${split}-${seed}` : `${split}-${tier}-${seed}`;
    const outDir = invocation.text("out") ?? join("artefacts", name);
    const { encoderFile: file, vectorsDir } = readVectorOptions(invocation);
    const only = readOnly(invocation);
    if (only === "tasks") {
      const { version } = await addTaskReader(outDir);
      invocation.console.out(`${version} in ${outDir}: task reader\n`);
      return 0;
    }
    if (only === "shared") {
      const { version } = await takeShared(outDir);
      invocation.console.out(`${version} in ${outDir}: shared tensors\n`);
      return 0;
    }
    if (only === "abilities") {
      const dataDir = readDataDir(invocation);
      const { version, abilities } = await refitAbilities({ dataDir, outDir, encoder: { file, vectorsDir } });
      invocation.console.out(
        `${version} in ${outDir}: abilities of ${abilities?.rows.length ?? 0} models in modes\n`,
      );
      return 0;
    }
    const sharesWith = invocation.text("shares-with");
    const progress = createProgress(invocation.console);
    const manifest = await trainArtefact({
      dataDir: readDataDir(invocation),
      split,
      seed,
      outDir,
      ...(tier === "transformer" && { encoder: { file, vectorsDir } }),
      ...(sharesWith !== undefined && { sharesWith }),
      onProgress: ({ stage, message, done }) => {
        const [from, to] = STAGE_SHARES[stage];
        progress.report(from + (to - from) * done, message);
      },
    });
    progress.end();
    const figures = Object.entries(manifest.figures).map(
      ([name, value]) => `  ${name}: ${value.toFixed(4)}\n`,
    );
    invocation.console.out(
      invocation.isOn("json")
        ? `${JSON.stringify({ out: outDir, version: manifest.version, figures: manifest.figures })}\n`
        : `${manifest.version} in ${outDir}\n${figures.join("")}`,
    );
    return 0;
  },
};
