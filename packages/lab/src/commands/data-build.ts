// Makes a folder that can be trained on and judged from a clone of a public repository.
import { JSON_OPTION, alignColumns } from "@signalbox/cli/program";
import type { Command, Invocation } from "@signalbox/cli/program";
import { SignalboxError } from "@signalbox/contracts";

import { buildSource, SOURCE_RECIPES } from "../data/index.ts";
import type { BuiltFolder, SourceRecipe } from "../data/index.ts";

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
