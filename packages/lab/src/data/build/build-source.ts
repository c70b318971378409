// A source in the folder format, from a clone of its repository at the commit that its recipe names.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { SignalboxError } from "@signalbox/contracts";

import { SOURCE_RECIPES } from "./recipes/index.ts";
import type { SourceRecipe } from "./write-source.ts";
import { nameModels } from "./name-models.ts";
import { createSourceWriter, type BuiltSource } from "./write-source.ts";

interface BuildRequest {
  readonly source: string;
  /** The clone. */
  readonly from: string;
  /** The folder where the two files are written. */
  readonly to: string;
  /** Another commit than the recipe's is taken too. */
  readonly isAnyCommit?: boolean;
}

export interface BuiltFolder extends BuiltSource {
  readonly recipe: SourceRecipe;
  /** Commit of the clone; undefined where it is no clone, such as an unpacked archive. */
  readonly commit: string | undefined;
  /** The files hold what they held when the recipe was written. */
  readonly isAsPublished: boolean;
}

function recipeOf(source: string): SourceRecipe {
  const recipe = SOURCE_RECIPES.find((each) => each.source === source);
  if (recipe !== undefined) return recipe;
  const known = SOURCE_RECIPES.map((each) => each.source).join(", ");
  throw new SignalboxError("bad_request", `There is no recipe for this source. There are ${known}.`);
}

/** The checked-out commit; undefined where the folder itself is no clone. */
async function commitOf(folder: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)("git", ["-C", folder, "rev-parse", "--show-prefix", "HEAD"]);
    const [prefix = "", commit = ""] = stdout.split("\n");
    return prefix === "" ? commit : undefined;
  } catch {
    return undefined;
  }
}

function assertCommit({ commit: wanted, repository }: SourceRecipe, commit: string | undefined): void {
  if (commit === wanted) return;
  const found = commit === undefined ? "The folder is no clone" : `The clone is at ${commit}`;
  throw new SignalboxError(
    "bad_request",
    `${found}; the recipe is for ${repository} at ${wanted}. Check that commit out, or take what is there with --any-commit.`,
  );
}

/** @throws SignalboxError bad_request for an unknown source or another commit; invalid_data for another layout */
export async function buildSource({ source, from, to, isAnyCommit }: BuildRequest): Promise<BuiltFolder> {
  const recipe = recipeOf(source);
  const commit = await commitOf(from);
  if (isAnyCommit !== true) assertCommit(recipe, commit);
  const writer = createSourceWriter(recipe.source);
  await recipe.read(from, writer);
  const built = await writer.finish(to);
  await nameModels(to, recipe.source, built.models);
  const { prompts, outcomes } = built.digests;
  const isAsPublished = prompts === recipe.digests.prompts && outcomes === recipe.digests.outcomes;
  return { ...built, recipe, commit, isAsPublished };
}
