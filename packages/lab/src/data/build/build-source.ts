// A source in the folder format, from a clone of its repository at the commit that its recipe names.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SignalboxError } from "@signalbox/contracts";
import { SOURCE_RECIPES } from "./recipes/index.ts";
import { type SourceRecipe, createSourceWriter, type BuiltSource, quote } from "./write-source.ts";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { forEachCsvRow, readTextFile } from "../csv-rows.ts";

// models.csv of a folder: which names of its sources mean one model. The catalogue settles the rest when a folder is read.

const COLUMNS = { required: ["source", "model", "canonical"], optional: ["vendor", "kind"] };

/** The name without who published it: `mistralai/Mixtral-8x7B-Instruct-v0.1` is `mixtral-8x7b-instruct-v0.1` everywhere. */
const canonicalOf = (model: string): string => (model.split("/").at(-1) ?? model).toLowerCase();

async function readOthers(path: string, source: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const lines: string[] = [];
  forEachCsvRow(await readTextFile(path), COLUMNS, (fields) => {
    if (fields[0] !== source) lines.push(fields.map(quote).join(","));
  });
  return lines;
}

/** Replaces the rows of the source and leaves those of the others. */
export async function nameModels(folder: string, source: string, models: readonly string[]): Promise<void> {
  const path = join(folder, "models.csv");
  const own = models.map((model) => [source, model, canonicalOf(model), "", ""].map(quote).join(","));
  const lines = [...own, ...(await readOthers(path, source))].toSorted();
  const header = [...COLUMNS.required, ...COLUMNS.optional].join(",");
  await writeFile(path, `${header}\n${lines.join("\n")}\n`);
}

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
