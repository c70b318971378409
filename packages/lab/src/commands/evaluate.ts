import { JSON_OPTION, alignColumns } from "@signalbox/cli/program";
import type { Command, Invocation } from "@signalbox/cli/program";
import { writeFile } from "node:fs/promises";

import { SignalboxError } from "@signalbox/contracts";

import { evaluate } from "../protocols/evaluate.ts";
import type { EvaluateOptions, EvaluationResult } from "../protocols/evaluate.ts";
import type { Protocol } from "../protocols/index.ts";
import { renderReport } from "../report/render-report.ts";

import { readDataDir, readSeed } from "./train.ts";

function readList(invocation: Invocation, name: string): readonly string[] {
  return invocation
    .texts(name)
    .flatMap((text) => text.split(","))
    .filter((text) => text !== "");
}

function readFeatures(invocation: Invocation): "text" | "artefact" {
  const features = invocation.text("features") ?? "text";
  if (features === "text" || features === "artefact") return features;
  throw new SignalboxError("bad_request", "--features is `text` or `artefact`.");
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
  const artefactDir = readList(invocation, "artefact");
  const methods = readList(invocation, "methods");
  const fitDir = invocation.text("fit");
  const cacheDir = invocation.text("cache");
  const sources = readList(invocation, "sources");
  const sets = readList(invocation, "set");
  const promptsPerSource = readCount("prompts", invocation.text("prompts"));
  const resamples = readResamples(invocation.text("resamples"));
  return {
    dataDir: readDataDir(invocation),
    features: readFeatures(invocation),
    ...(seeds.length === 0 ? {} : { seeds }),
    ...(artefactDir.length === 0 ? {} : { artefactDir }),
    ...(sources.length === 0 ? {} : { sources }),
    ...(sets.length === 0 ? {} : { sets }),
    ...(promptsPerSource === undefined ? {} : { promptsPerSource }),
    ...(methods.length === 0 ? {} : { methods }),
    ...(fitDir === undefined ? {} : { fitDir }),
    ...(cacheDir === undefined ? {} : { cacheDir }),
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

function reportName(path: string, protocol: string, isOnly: boolean): string {
  return isOnly ? path : path.replace(/(\.html?)?$/, `-${protocol}.html`);
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
  fit: { type: "string", value: "DIR", description: "Folder that may be learned from." },
  artefact: {
    type: "string",
    isMultiple: true,
    value: "DIR",
    description: "Artefact to judge; one per seed when repeated.",
  },
  seed: {
    type: "string",
    isMultiple: true,
    value: "N",
    description: "Repeated or comma-separated. Default: 42,999,2024.",
  },
  methods: { type: "string", isMultiple: true, value: "NAMES", description: "Only these methods." },
  features: {
    type: "string",
    value: "KIND",
    description: "Vectors of learned methods: text or artefact. Default: text.",
  },
  resamples: { type: "string", value: "N", description: "Bootstrap resamples. Default: 200." },
  cache: { type: "string", value: "DIR", description: "Keeps the baselines' predictions for later runs." },
  report: {
    type: "string",
    value: "FILE",
    description: "Write one self-contained HTML file per protocol.",
  },
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
    const report = invocation.text("report");
    if (report !== undefined)
      await writeFile(reportName(report, protocol, names.length === 1), renderReport(result));
    if (!invocation.isOn("json")) invocation.console.out(renderResult(result));
  }
  if (invocation.isOn("json"))
    invocation.console.out(`${JSON.stringify(results.length === 1 ? results[0] : results, null, 1)}\n`);
  return 0;
}

/** @param command how it is typed, for the examples */
export const evaluateCommand = (protocols: readonly Protocol[], command: string): Command => ({
  name: "evaluate",
  usage: "evaluate --data DIR [--protocol NAME] [--fit DIR] [--artefact DIR] [--report FILE.html]",
  summary: "Judge the router beside its baselines on held-out prompts.",
  details: [
    `Protocols: ${protocols.map(({ name }) => name).join(", ")}.`,
    "Without --protocol all of them run. `served` judges what a user gets; without --artefact, with the shipped one.",
    "--data is judged; --fit is what baselines and heads may learn from, when it is another folder.",
    "Every figure has a paired bootstrap interval; a tie is shown as a tie, and the report says where routing loses.",
  ],
  options: OPTIONS,
  takesConfiguration: false,
  examples: [
    `${command} evaluate --data data --protocol served --leave-out --json`,
    `${command} evaluate --data new-data --fit data --protocol custom --report custom.html`,
  ],
  run: (invocation) => run(invocation, protocols),
});
