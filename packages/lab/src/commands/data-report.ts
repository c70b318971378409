// Shows what the catalogue does not know of a data folder.
import { createCatalog } from "@signalbox/catalog";
import { JSON_OPTION } from "@signalbox/cli/program";
import type { Command } from "@signalbox/cli/program";

import { reportData } from "../facts/report-facts.ts";
import type { DataReport } from "../facts/report-facts.ts";

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

function render({ names, facts, differences }: DataReport): string {
  const { total, unresolved } = names;
  return [
    `names that no model of the catalogue has: ${unresolved.length} of ${total} (${percent(unresolved.length, total)})`,
    ...unresolved.map((name) => `  ${name}`),
    ...facts.map(
      (row) =>
        `facts of ${row.confidence} confidence that are equal: ${row.equal} of ${row.total} (${percent(row.equal, row.total)})`,
    ),
    ...differences.map((line) => `  ${line}`),
    "",
  ].join("\n");
}

export const dataReport: Command = {
  name: "data report",
  usage: "data report [--data DIR]",
  summary: "List names and facts of a data folder that the catalogue does not know.",
  details: [
    "Names are those of models.csv and of the tables of boards; facts are those of model_facts.jsonl.",
  ],
  options: {
    data: { type: "string", value: "DIR", description: "The folder. Default: data." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: ["npm run lab -- data report --data data"],
  run: async (invocation) => {
    const report = await reportData(invocation.text("data") ?? "data", createCatalog());
    invocation.console.out(invocation.isOn("json") ? `${JSON.stringify(report)}\n` : render(report));
    return 0;
  },
};
