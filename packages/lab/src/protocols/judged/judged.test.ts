// The hand-made sets: their lines, what is accepted, the clients' frames, and the protocol on a small folder.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import { ATLAS_DIR } from "../../atlas/atlas.ts";
import { evaluate } from "../evaluate.ts";
import { CANDIDATE_LISTS } from "./candidate-lists.data.ts";
import { JUDGED_SETS, loadJudgedSet, type JudgedCase, gapOf } from "./judged-protocol.ts";
import { HARNESSES } from "./harness/harnesses.data.ts";
import { renderPlain, renderTask } from "./harness/render-task.ts";
import { readJudgedLines } from "./judged-line.ts";

const DIR = join(ATLAS_DIR, "judged");
const HARNESS_DIR = join(DIR, "harness");

test("every candidate that is not an own one is in the catalogue with its price", () => {
  const catalog = createCatalog();
  for (const { provider } of Object.values(CANDIDATE_LISTS).flat())
    if (provider.price === undefined)
      assert.ok(catalog.resolve({ model: provider.model ?? "" })?.prices !== undefined, provider.name ?? "");
});

for (const set of JUDGED_SETS)
  test(`${set.name}: ids of their own, every request once, and something expected of each`, () => {
    const ids = readJudgedLines(DIR, set.file ?? set.name).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const cases = loadJudgedSet(DIR, set);
    const asked = cases.map(({ request, list }) => JSON.stringify([request, list]));
    assert.equal(new Set(asked).size, asked.length);
    for (const { id, picks, tiers, chance, list } of cases) {
      assert.ok(picks !== undefined || tiers !== undefined || chance !== undefined, id);
      const names: ReadonlySet<string> = new Set(CANDIDATE_LISTS[list].map(({ name }) => name));
      for (const pick of [...(picks?.cost ?? []), ...(picks?.quality ?? [])])
        assert.ok(names.has(pick), `${id}: ${pick}`);
      const [low, high] = tiers ?? chance ?? [0, 1];
      assert.ok(low <= high, id);
    }
  });

const caseOf = (expected: Partial<JudgedCase>): JudgedCase => ({
  id: "xx-001",
  groups: [],
  request: { messages: [], tools: [] },
  list: "list-a",
  ...expected,
});
const gap = (expected: Partial<JudgedCase>, pick: string, objective: "cost" | "quality" | "latency") =>
  gapOf(
    {
      judged: caseOf(expected),
      asked: {
        picks: { cost: pick, quality: pick, latency: pick },
        task: undefined,
        difficulty: 0,
        successes: [],
      },
    },
    objective,
  );

test("a class below the accepted ones is too weak, one above is wasteful, and quality may go one higher for work that is not small", () => {
  assert.equal(gap({ tiers: [4, 5] }, "luna", "cost"), -1);
  assert.equal(gap({ tiers: [2, 3] }, "sonnet", "cost"), 1);
  assert.equal(gap({ tiers: [2, 3] }, "sonnet", "quality"), 0);
  assert.equal(gap({ tiers: [2, 3] }, "sol", "quality"), 1);
  assert.equal(gap({ tiers: [1, 3] }, "sonnet", "quality"), 1);
  assert.ok(Number.isNaN(gap({ chance: [0, 1] }, "sol", "cost")), "no pick is expected");
});

test("named picks hold for their objective, latency may take those of both", () => {
  const picks = { cost: ["luna"], quality: ["luna", "sonnet"] };
  assert.equal(gap({ picks }, "sonnet", "cost"), 1);
  assert.equal(gap({ picks }, "sonnet", "quality"), 0);
  assert.equal(gap({ picks }, "sonnet", "latency"), 0);
  assert.equal(gap({ picks }, "oss-20b", "cost"), -1);
});

test("a harness adds 6 to 17 KB before the person's words, which stay the last text, and uses its own tools", () => {
  const steps = ["U: rename a to b", 'C: read {"path":"a.ts"}', "R: 1 a", "A: Done.", "U: commit it"];
  const plain = renderPlain(steps);
  for (const harness of HARNESSES) {
    const { messages, tools } = renderTask(HARNESS_DIR, harness, steps);
    const frame = JSON.stringify(messages).length - JSON.stringify(plain.messages).length;
    assert.ok(frame > 6_000 && frame < 17_000, `${harness.name} ${frame}`);
    const last = messages.at(-1)?.content;
    assert.ok(Array.isArray(last));
    assert.deepEqual(last.at(-1), { type: "text", text: "commit it" });
    const names = tools.map((tool) => tool.function?.name);
    assert.ok(names.includes(harness.names["read"]) && new Set(names).size === names.length, harness.name);
    assert.ok(
      JSON.stringify(messages).includes(`"${harness.names["read"] ?? "?"}"`),
      "the call names their tool",
    );
  }
});

async function folder(t: TestContext, lines: readonly object[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "signalbox-judged-"));
  t.after(() => rm(dir, { recursive: true }));
  await mkdir(join(dir, "judged"));
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  await writeFile(join(dir, "judged", "everyday.jsonl"), text);
  return dir;
}

const QUICK = { protocol: "judged", seeds: [1], resamples: 10 };
const LINE = { lang: "en", list: "two", text: "hi", cost: ["oss-20b"], quality: ["oss-20b", "sol"] };

test("sets in the data folder are judged, whole and by group, in shares that sum to one", async (t) => {
  const hard = { ...LINE, id: "ev-002", lang: "de", text: "Beweise den Satz von Sylow.", cost: ["sol"] };
  const dataDir = await folder(t, [{ ...LINE, id: "ev-001" }, hard]);
  const { sections } = await evaluate({ ...QUICK, dataDir });
  assert.deepEqual(
    sections.map(({ name, promptCount }) => [name, promptCount]),
    [
      ["everyday", 2],
      ["everyday: language en", 1],
      ["everyday: language other than en", 1],
      ["everyday: list two", 2],
    ],
  );
  for (const { figures, name } of sections[0]!.methods) {
    const parts = ["withinTier", "tooWeak", "tooStrong"].map((figure) => figures[figure]?.value ?? 9);
    assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - 1) < 1e-9, name);
  }
});

test("an unknown set is refused by name, and a faulty line by file, line and member", async (t) => {
  const dataDir = await folder(t, [{ ...LINE, id: "ev-001", tiers: [0, 9] }]);
  await assert.rejects(
    evaluate({ ...QUICK, dataDir, sets: ["nightly"] }),
    /no set nightly; choose from everyday/,
  );
  await assert.rejects(evaluate({ ...QUICK, dataDir, sets: ["everyday"] }), /everyday\.jsonl:1: \/tiers/);
  await assert.rejects(evaluate({ ...QUICK, dataDir, sets: ["agents"] }), /a hand-made set/);
});
