import { JSON_OPTION, alignColumns } from "@signalbox/cli/program";
import type { Command, Invocation } from "@signalbox/cli/program";

import { SignalboxError } from "@signalbox/contracts";

import { evaluate } from "../protocols/evaluate.ts";
import type { EvaluateOptions, EvaluationResult } from "../protocols/evaluate.ts";
import type { Protocol } from "../protocols/index.ts";

import { readDataDir, readSeed } from "./train.ts";

function readList(invocation: Invocation, name: string): readonly string[] {
  return invocation
    .texts(name)
    .flatMap((text) => text.split(","))
    .filter((text) => text !== "");
}

/** Undefined leaves the laboratory's default. */
function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new SignalboxError("bad_request", `--${option} takes a whole number from 1.`);
}

export const readResamples = (text: string | undefined): number | undefined => readCount("resamples", text);

function readOptions(invocation: Invocation): Omit<EvaluateOptions, "protocol"> {
  const seeds = readList(invocation, "seed").map((text) => readSeed(text, 42));
  const artefactDir = invocation.text("artefact");
  const sources = readList(invocation, "sources");
  const sets = readList(invocation, "set");
  const promptsPerSource = readCount("prompts", invocation.text("prompts"));
  const resamples = readResamples(invocation.text("resamples"));
  return {
    dataDir: readDataDir(invocation),
    ...(seeds.length === 0 ? {} : { seeds }),
    ...(artefactDir === undefined ? {} : { artefactDir }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(sets.length === 0 ? {} : { sets }),
    ...(promptsPerSource === undefined ? {} : { promptsPerSource }),
    ...(invocation.isOn("leave-out") ? { leaveOut: true } : {}),
    ...(resamples === undefined ? {} : { resamples }),
    onProgress: (message) => {
      invocation.console.error(`${message}\n`);
    },
  };
}

/** Methods as rows, figures as columns; ours is marked. */
function renderResult({ title, sections, seeds }: EvaluationResult): string {
  const parts = sections.map((section) => {
    const names = [...new Set(section.methods.flatMap(({ figures }) => Object.keys(figures)))];
    const rows = section.methods.map(({ name, isOurs, figures }) => [
      `${isOurs ? "*" : " "} ${name}`,
      ...names.map((figure) => figures[figure]?.value.toFixed(3) ?? "-"),
    ]);
    const right = names.map((_, index) => index + 1);
    return `\n${section.name} (${section.promptCount} prompts, ${section.modelCount} models)\n${alignColumns([["  method", ...names], ...rows], { right })}`;
  });
  return `${title} (seeds ${seeds.join(", ")})\n${parts.join("")}`;
}

const OPTIONS: Command["options"] = {
  data: { type: "string", value: "DIR", description: "Folder that is judged. Default: data." },
  protocol: {
    type: "string",
    short: "p",
    isMultiple: true,
    value: "NAME",
    description: "Repeated or comma-separated. Default: all.",
  },
  sources: { type: "string", isMultiple: true, value: "NAMES", description: "Only these sources." },
  set: {
    type: "string",
    isMultiple: true,
    value: "NAME",
    description: "Only these hand-made sets (judged).",
  },
  prompts: {
    type: "string",
    value: "N",
    description: "Prompts judged of each source at most, by protocols that sample. Default: 300.",
  },
  "leave-out": {
    type: "boolean",
    description:
      "Judge every source by the product without what it knows of it: outcomes, and boards that nearly equal it (served, calibration).",
  },
  artefact: { type: "string", value: "DIR", description: "Artefact to judge. Default: the shipped one." },
  seed: {
    type: "string",
    isMultiple: true,
    value: "N",
    description: "Repeated or comma-separated. Default: 42,999,2024.",
  },
  resamples: { type: "string", value: "N", description: "Bootstrap resamples. Default: 200." },
  json: JSON_OPTION,
};

async function run(invocation: Invocation, protocols: readonly Protocol[]): Promise<number> {
  const wanted = readList(invocation, "protocol");
  const names = wanted.length > 0 ? wanted : protocols.map(({ name }) => name);
  const options = readOptions(invocation);
  const results: EvaluationResult[] = [];
  for (const protocol of names) {
    const result = await evaluate({ ...options, protocol }, protocols);
    results.push(result);
    if (!invocation.isOn("json")) invocation.console.out(renderResult(result));
  }
  if (invocation.isOn("json"))
    invocation.console.out(`${JSON.stringify(results.length === 1 ? results[0] : results, null, 1)}\n`);
  return 0;
}

/** @param command how it is typed, for the examples */
export const evaluateCommand = (protocols: readonly Protocol[], command: string): Command => ({
  name: "evaluate",
  usage: "evaluate --data DIR [--protocol NAME] [--artefact DIR] [--leave-out] [--json]",
  summary: "Judge the product beside its baselines on held-out prompts.",
  details: [
    `Protocols: ${protocols.map(({ name }) => name).join(", ")}.`,
    "Without --protocol all of them run. `served` judges what a user gets; without --artefact, with the shipped one.",
    "Every figure has a paired bootstrap interval; a tie is shown as a tie.",
  ],
  options: OPTIONS,
  takesConfiguration: false,
  examples: [`${command} evaluate --data data --protocol served --leave-out --json`],
  run: (invocation) => run(invocation, protocols),
});
