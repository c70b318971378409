import { readFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";

import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";

import { alignColumns, JSON_OPTION } from "@signalbox/cli/program";
import type { Command, Invocation } from "@signalbox/cli/program";
import { openArtefactView, wrapProse } from "@signalbox/lab";

import { readDataDir } from "../packages/lab/src/commands/train.ts";
import { renderLearningPage } from "./studies/learning/render-learning.ts";
import { meanRows, runSimulations } from "./studies/learning/run-simulations.ts";
import type { SimulationRow } from "./studies/learning/run-simulations.ts";

async function readRows(path: string): Promise<readonly SimulationRow[]> {
  try {
    const rows: unknown = JSON.parse(await readFile(path, "utf8"));
    if (Array.isArray(rows)) return rows as readonly SimulationRow[];
  } catch (cause) {
    throw new SignalboxError("bad_request", `--from: ${path} cannot be read as JSON.`, { cause });
  }
  throw new SignalboxError("bad_request", `--from: ${path} does not hold the rows that --json writes.`);
}

function readDraws(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,3}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new SignalboxError("bad_request", "--router-draws takes a whole number from 1 to 9999.");
}

/** Rows of earlier runs with their means over all sources, or a new run. */
async function rowsOf(invocation: Invocation): Promise<readonly SimulationRow[]> {
  const [files, sources] = [invocation.texts("from"), invocation.texts("source")];
  if (files.length > 0) {
    const all = (await Promise.all(files.map(readRows))).flat();
    const own = all.filter(({ source }) => !source.startsWith("mean of "));
    return own.concat(meanRows(own));
  }
  return runSimulations({
    dataDir: readDataDir(invocation),
    artefactDir: invocation.text("artefact") ?? SHIPPED_ARTEFACT_DIR,
    ...(sources.length === 0 ? {} : { sources }),
    routerDraws: readDraws(invocation.text("router-draws")),
    onProgress: (message) => {
      invocation.console.error(`${message}\n`);
    },
  });
}

/** Version of the artefact that was learned on; of earlier runs only the caller knows it. */
async function artefactName(invocation: Invocation): Promise<string> {
  const given = invocation.text("artefact");
  if (invocation.texts("from").length > 0) return given ?? "not stated";
  const { model } = await openArtefactView(given ?? SHIPPED_ARTEFACT_DIR);
  return model.version;
}

function renderTable(rows: readonly SimulationRow[]): string {
  const body = rows.map(({ simulation, source, figure, value }) => [
    simulation,
    source,
    figure,
    value.mean.toFixed(4),
    `${value.low.toFixed(4)} to ${value.high.toFixed(4)}`,
  ]);
  const heads = ["SIMULATION", "SOURCE", "FIGURE", "MEAN", "95 % INTERVAL"];
  return alignColumns([heads, ...body], { right: [3] });
}

export const simulate: Command = {
  name: "simulate",
  usage: "simulate --data DIR|--from FILE [--artefact DIR] [--json|--markdown]",
  summary: "Measure learning on recorded outcomes: custom routers, online regret, replay, poisoning.",
  details: [
    "Uses only prompts that the artefact was neither trained nor tuned on. Seeds are fixed, so the figures repeat.",
    "Bandit baselines are tuned on another seed than the ones they are judged on.",
  ],
  options: {
    data: { type: "string", value: "DIR", description: "Folder of outcomes. Default: data." },
    artefact: {
      type: "string",
      value: "DIR",
      description:
        "Artefact to learn on top of. Default: the shipped one. With --from: its version, for the page.",
    },
    source: {
      type: "string",
      isMultiple: true,
      value: "NAME",
      description: "Only this source; repeated for more. Default: all.",
    },
    "router-draws": {
      type: "string",
      value: "N",
      description: "Custom routers alone, from N draws of their rows in place of ten.",
    },
    from: {
      type: "string",
      isMultiple: true,
      value: "FILE",
      description: "Do not measure: tell the rows that an earlier run wrote with --json; repeated for more.",
    },
    markdown: { type: "boolean", description: "Print the page of figures as it is published." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: [
    "npm run research -- simulate --data data --markdown",
    "npm run research -- simulate --from half.json --from rest.json --markdown",
  ],
  run: async (invocation) => {
    const rows = await rowsOf(invocation);
    const [processor] = cpus();
    const machine = `${availableParallelism()} x ${processor?.model.trim() ?? "unknown"}, Node ${process.version}`;
    const artefact = await artefactName(invocation);
    if (invocation.isOn("json")) invocation.console.out(`${JSON.stringify(rows, null, 2)}\n`);
    else
      invocation.console.out(
        invocation.isOn("markdown")
          ? wrapProse(renderLearningPage(rows, { machine, artefact }))
          : renderTable(rows),
      );
    return 0;
  },
};
