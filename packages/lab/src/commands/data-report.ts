// Shows what the catalogue does not know of a data folder.
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { JSON_OPTION } from "@signalbox/cli/program";
import type { Command } from "@signalbox/cli/program";

import { loadRoutingModel } from "@signalbox/engine";

import { leaveNewestOut } from "../facts/leave-newest-out.ts";
import type { PlacedNewest } from "../facts/leave-newest-out.ts";
import { reportData } from "../facts/report-facts.ts";
import type { DataReport } from "../facts/report-facts.ts";

const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const isTrue = (value: boolean | undefined): boolean => value === true;

/** How the newest model of each line is placed by its name alone. */
function renderNewest(newest: readonly PlacedNewest[]): string {
  const judged = newest.flatMap(({ isWithin }) => isWithin ?? []);
  const above = newest.flatMap(({ isAbove }) => isAbove ?? []);
  const inherit = newest.filter(({ inheritsFrom }) => inheritsFrom !== undefined);
  return (
    `newest of each line, left out: ${inherit.length} of ${newest.length} have a predecessor, ` +
    `${judged.filter(isTrue).length} of ${judged.length} are within the 80 % interval of the assumed ability, ` +
    `${above.filter(isTrue).length} of ${above.length} above the model before their predecessor\n`
  );
}

function render({ names, facts, differences }: DataReport): string {
  const { total, unresolved, strangers } = names;
  return [
    `spellings of known models that are not resolved: ${unresolved.length} of ${total} (${percent(unresolved.length, total)})`,
    ...unresolved.map((name) => `  ${name}`),
    `names of models without an entry: ${strangers.length} of ${total} (${percent(strangers.length, total)})`,
    ...strangers.map((name) => `  ${name}`),
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
  summary:
    "List names and facts of a data folder that the catalogue does not know, and how the newest of each line is placed.",
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
    const newest = leaveNewestOut(loadRoutingModel(await readShippedArtefact()), Date.now());
    const text = invocation.isOn("json")
      ? `${JSON.stringify({ ...report, newest })}\n`
      : `${render(report)}${renderNewest(newest)}`;
    invocation.console.out(text);
    return 0;
  },
};
