import { SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import { alignColumns, JSON_OPTION, type Command } from "@signalbox/cli/program";

import { runSimulations, type SimulationRow } from "../learning/run-simulations.ts";
import { readDataDir } from "./train.ts";

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
  usage: "simulate --data DIR [--artefact DIR] [--source NAME] [--json]",
  summary: "Measure learning from reports on recorded outcomes: regret beside bandits, poisoning.",
  details: [
    "Uses only prompts that the artefact was neither trained nor tuned on. Seeds are fixed, so the figures repeat.",
    "UCB1, discounted LinUCB and Thompson have one setting for all sources, as ours has.",
  ],
  options: {
    data: { type: "string", value: "DIR", description: "Folder of outcomes. Default: data." },
    artefact: {
      type: "string",
      value: "DIR",
      description: "Artefact to learn on top of. Default: the shipped one.",
    },
    source: {
      type: "string",
      isMultiple: true,
      value: "NAME",
      description: "Only this source; repeated for more. Default: all.",
    },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: ["npm run lab -- simulate --data data"],
  run: async (invocation) => {
    const sources = invocation.texts("source");
    const rows = await runSimulations({
      dataDir: readDataDir(invocation),
      artefactDir: invocation.text("artefact") ?? SHIPPED_ARTEFACT_DIR,
      ...(sources.length > 0 && { sources }),
      onProgress: (message) => {
        invocation.console.error(`${message}\n`);
      },
    });
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(rows, null, 2)}\n` : renderTable(rows),
    );
    return 0;
  },
};
