import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { buildSource, nameModels } from "./build-source.ts";
import { makeClone } from "./clone.suite.ts";
import { SOURCE_RECIPES } from "./recipes/index.ts";
import { createSourceWriter } from "./write-source.ts";

test("a folder that is no clone, and a clone at another commit, are refused with both commits", async (t) => {
  const from = await makeClone(t, { "README.md": "made" });
  const to = await makeClone(t, {});
  const wanted = SOURCE_RECIPES.find(({ source }) => source === "routellm")?.commit ?? "";
  await assert.rejects(buildSource({ source: "routellm", from, to }), new RegExp(`no clone.*${wanted}`));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", from, "-c", "user.name=made", "-c", "user.email=made@example.org", ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Made");
  const made = git("rev-parse", "HEAD");
  await assert.rejects(buildSource({ source: "routellm", from, to }), new RegExp(`${made}.*${wanted}`));
});

test("an unknown source is answered with those that there are", async () => {
  await assert.rejects(buildSource({ source: "nothing", from: ".", to: "." }), /routellm, reasoning_gym/);
});

test("every recipe names a public repository, a whole commit, a licence and both digests", () => {
  for (const { source, repository, commit, licence, digests } of SOURCE_RECIPES) {
    assert.match(repository, /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/, source);
    assert.match(commit, /^[0-9a-f]{40}$/, source);
    assert.match(digests.prompts + digests.outcomes, /^[0-9a-f]{128}$/, source);
    assert.ok(licence.length > 0);
  }
});

test("the page about the data states licence, commit and digests of every recipe", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../../docs/data.md"), "utf8");
  for (const { source, repository, commit, licence, digests } of SOURCE_RECIPES) {
    const rows = page.split("\n").filter((line) => line.startsWith(`| \`${source}\` |`));
    const text = rows.join("\n");
    for (const fact of [repository, commit, licence, digests.prompts, digests.outcomes])
      assert.ok(text.includes(fact), `${source}: ${fact}`);
  }
});

test("files are written in the folder format, with quotes where they are needed and scores of six digits", async (t) => {
  const folder = await makeClone(t, {});
  const writer = createSourceWriter("made");
  writer.prompt({ id: "a,1", dataset: "d", prompt: "One?" });
  writer.outcome({ id: "a,1", model: 'm "x"', score: 2 / 3, inputTokens: 4 });
  const built = await writer.finish(folder);
  const read = (name: string): string => gunzipSync(readFileSync(join(folder, name))).toString();
  assert.equal(read("made.prompts.jsonl.gz"), '{"id":"a,1","source":"made","dataset":"d","prompt":"One?"}\n');
  assert.equal(
    read("made.outcomes.csv.gz"),
    'id,model,score,cost_usd,input_tokens,output_tokens\n"a,1","m ""x""",0.666667,,4,\n',
  );
  assert.deepEqual([built.prompts, built.outcomes, built.models], [1, 1, ['m "x"']]);
});

test("models are named without who published them, beside those of other sources and once", async (t) => {
  const folder = await makeClone(t, {
    "models.csv": "source,model,canonical,vendor,kind\nother,x,x,acme,open\n",
  });
  for (let builds = 0; builds < 2; builds += 1)
    await nameModels(folder, "made", ["Acme/Kestrel-7B", "plain"]);
  assert.equal(
    readFileSync(join(folder, "models.csv"), "utf8"),
    "source,model,canonical,vendor,kind\nmade,Acme/Kestrel-7B,kestrel-7b,,\nmade,plain,plain,,\nother,x,x,acme,open\n",
  );
});

test("a repeated id, an outcome without its prompt and a score beyond 1 are refused", () => {
  const writer = createSourceWriter("made");
  writer.prompt({ id: "1", dataset: "d", prompt: "One?" });
  assert.throws(() => writer.prompt({ id: "1", dataset: "d", prompt: "Again?" }), /stands twice/);
  assert.throws(() => writer.outcome({ id: "2", model: "m", score: 1 }), /No prompt has the id/);
  assert.throws(() => writer.outcome({ id: "1", model: "m", score: 1.5 }), /not from 0 to 1/);
  assert.throws(() => writer.outcome({ id: "1", model: "m", score: Number.NaN }), /not from 0 to 1/);
});
