// Makes a folder that can be trained on and judged from a clone of a public repository.
import { SignalboxError } from "@signalbox/contracts";
import type { BuiltFolder, SourceRecipe } from "@signalbox/lab";

import { JSON_OPTION, type Command, type Invocation } from "../command.ts";
import { alignColumns } from "../output/columns.ts";

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
    "signalbox data build",
    "signalbox data build routellm --from RouteLLM --to data",
    "signalbox evaluate --data data --protocol routellm",
  ],
  run: async (invocation) => {
    const lab = await import("@signalbox/lab");
    const { out } = invocation.console;
    const [source] = invocation.positionals;
    if (source === undefined) {
      const recipes = lab.SOURCE_RECIPES;
      out(invocation.isOn("json") ? `${JSON.stringify(recipes)}\n` : renderRecipes(recipes));
      return 0;
    }
    const to = invocation.text("to") ?? DEFAULT_DIR;
    const from = cloneOf(invocation);
    const built = await lab.buildSource({ source, from, to, isAnyCommit: invocation.isOn("any-commit") });
    out(invocation.isOn("json") ? `${JSON.stringify(built)}\n` : renderBuilt(built, to));
    return 0;
  },
};
