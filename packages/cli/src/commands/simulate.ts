import { join } from "node:path";

import { JSON_OPTION, type Command } from "../command.ts";
import { alignColumns } from "../output/columns.ts";
import { readDataDir } from "./train.ts";

const SHIPPED_ARTEFACT_DIR = join(import.meta.dirname, "../../../../artefacts/release");

export const simulate: Command = {
  name: "simulate",
  usage: "simulate --data DIR [--artefact DIR] [--json]",
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
  examples: ["signalbox simulate --data data"],
  run: async (invocation) => {
    const { runSimulations } = await import("@signalbox/lab");
    const rows = await runSimulations({
      dataDir: readDataDir(invocation),
      artefactDir: invocation.text("artefact") ?? SHIPPED_ARTEFACT_DIR,
      ...(invocation.texts("source").length === 0 ? {} : { sources: invocation.texts("source") }),
      onProgress: (message) => {
        invocation.console.error(`${message}\n`);
      },
    });
    const table = rows.map(({ simulation, source, figure, value }) => [
      simulation,
      source,
      figure,
      value.mean.toFixed(4),
      `${value.low.toFixed(4)} to ${value.high.toFixed(4)}`,
    ]);
    invocation.console.out(
      invocation.isOn("json")
        ? `${JSON.stringify(rows, null, 2)}\n`
        : alignColumns([["SIMULATION", "SOURCE", "FIGURE", "MEAN", "95 % INTERVAL"], ...table], {
            right: [3],
          }),
    );
    return 0;
  },
};
