// Makes a folder that can be trained on and judged from a clone of a public repository.

import { JSON_OPTION, alignColumns, type Command, type Invocation } from "@signalbox/cli/program";
import { SignalboxError } from "@signalbox/contracts";
import { buildSource, SOURCE_RECIPES, type BuiltFolder, type SourceRecipe } from "../data/index.ts";
import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import { loadRoutingModel } from "@signalbox/engine";
import { leaveNewestOut, type PlacedNewest } from "../facts/leave-newest-out.ts";
import { reportData, type DataReport } from "../facts/report-facts.ts";

// Shows what the catalogue does not know of a data folder.

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

const DEFAULT_DIR = "data";

function renderRecipes(recipes: readonly SourceRecipe[]): string {
  const rows = recipes.map(({ source, licence, repository, about }) => [source, licence, repository, about]);
  return alignColumns([["source", "licence", "repository", "what"], ...rows]);
}

function renderBuilt(built: BuiltFolder, to: string): string {
  const { recipe, prompts, outcomes, models, digests, isAsPublished } = built;
  const count = (value: number): string => value.toLocaleString("en");
  const verdict = isAsPublished
    ? "These are the files that the tables of the documentation were made from."
    : "The files differ from those that the tables of the documentation were made from.";
  return [
    `${to}/${recipe.source}.*: ${count(prompts)} prompts, ${count(outcomes)} outcomes, ${count(models.length)} models`,
    `licence of ${recipe.repository}: ${recipe.licence}`,
    `SHA-256 of the prompts  ${digests.prompts}`,
    `SHA-256 of the outcomes ${digests.outcomes}`,
    `${verdict}\n`,
  ].join("\n");
}

function cloneOf(invocation: Invocation): string {
  const from = invocation.text("from");
  if (from !== undefined) return from;
  throw new SignalboxError("bad_request", "From which clone? Name its folder with --from.");
}

export const dataBuild: Command = {
  name: "data build",
  usage: "data build [SOURCE] --from DIR [--to DIR]",
  summary: "Convert a clone of a public repository to a folder to train on and to judge.",
  details: [
    "Without SOURCE, lists the sources with their repositories and licences; docs/data.md has their commits too.",
    "The clone must be at the commit that the recipe was written for. With --any-commit another one is taken as it is.",
    "Nothing is downloaded: clone the repository first.",
  ],
  options: {
    from: { type: "string", value: "DIR", description: "The clone." },
    to: { type: "string", value: "DIR", description: `Where to write. Default: ${DEFAULT_DIR}.` },
    "any-commit": { type: "boolean", description: "Take whatever commit is checked out." },
    json: JSON_OPTION,
  },
  takesConfiguration: false,
  examples: [
    "npm run lab -- data build",
    "npm run lab -- data build routellm --from RouteLLM --to data",
    "npm run lab -- evaluate --data data --protocol served",
  ],
  run: async (invocation) => {
    const { out } = invocation.console;
    const [source] = invocation.positionals;
    if (source === undefined) {
      const recipes = SOURCE_RECIPES;
      out(invocation.isOn("json") ? `${JSON.stringify(recipes)}\n` : renderRecipes(recipes));
      return 0;
    }
    const to = invocation.text("to") ?? DEFAULT_DIR;
    const from = cloneOf(invocation);
    const built = await buildSource({ source, from, to, isAnyCommit: invocation.isOn("any-commit") });
    out(invocation.isOn("json") ? `${JSON.stringify(built)}\n` : renderBuilt(built, to));
    return 0;
  },
};
