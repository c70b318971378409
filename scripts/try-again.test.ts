// Real runs of node:test over files that are green, red at their first run only, and red for ever.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";

import { tryAgain, type Outcome, type Verdict } from "./try-again.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-try-again-")));
after(() => rmSync(folder, { recursive: true }));

const CODE_OF = {
  green: "",
  once: `if (!existsSync(import.meta.filename + ".seen")) { writeFileSync(import.meta.filename + ".seen", ""); throw new Error("red"); }`,
  always: `throw new Error("red");`,
} as const;

function run(files: readonly string[]): Outcome {
  const notes = join(folder, "notes");
  const { NODE_TEST_CONTEXT: _inner, ...env } = process.env;
  const { status } = spawnSync(
    process.execPath,
    [
      "--test",
      `--test-reporter=${import.meta.resolve("./failed-files.mjs")}`,
      `--test-reporter-destination=${notes}`,
      ...files,
    ],
    { cwd: folder, env },
  );
  const failed = readFileSync(notes, "utf8").split("\n");
  return {
    code: status ?? 1,
    failed: failed.filter((file) => file !== "").map((file) => relative(folder, file)),
  };
}

async function runTwice(
  kinds: Readonly<Record<string, keyof typeof CODE_OF>>,
  isAllowed = (_file: string): boolean => true,
): Promise<Verdict> {
  for (const [file, kind] of Object.entries(kinds))
    writeFileSync(
      join(folder, file),
      `import { existsSync, writeFileSync } from "node:fs"; import { test } from "node:test"; test("it", () => { ${CODE_OF[kind]} });`,
    );
  return tryAgain([run(Object.keys(kinds))], { isAllowed, run: async (files) => run(files) });
}

test("a green run has no second try and nothing to say", async () => {
  assert.deepEqual(await runTwice({ "calm.test.mjs": "green" }), { code: 0, report: "" });
});

test("a file that is green alone is named, and the run is green", async () => {
  assert.deepEqual(await runTwice({ "calm.test.mjs": "green", "shaky.test.mjs": "once" }), {
    code: 0,
    report: "\nunsteady, red once and green once:\n  shaky.test.mjs\n",
  });
});

test("a file that is red twice is red", async () => {
  assert.deepEqual(await runTwice({ "shaken.test.mjs": "once", "broken.test.mjs": "always" }), {
    code: 1,
    report:
      "\nunsteady, red once and green once:\n  shaken.test.mjs\n\nred in both tries:\n  broken.test.mjs\n",
  });
});

test("a file without a second try is red, whatever becomes of the others", async () => {
  const verdict = await runTwice(
    { "jolted.test.mjs": "once", "steady.test.mjs": "once" },
    (file) => file !== "steady.test.mjs",
  );
  assert.deepEqual(verdict, { code: 1, report: "\nunsteady, red once and green once:\n  jolted.test.mjs\n" });
});

test("a run that fails without naming a file is red", async () => {
  const green = async (): Promise<Outcome> => ({ code: 0, failed: [] });
  const outcomes = [
    { code: 134, failed: [] },
    { code: 1, failed: ["shaky.test.ts"] },
  ];
  const { code } = await tryAgain(outcomes, { isAllowed: () => true, run: green });
  assert.equal(code, 134);
  const dead = async (): Promise<Outcome> => ({ code: 134, failed: [] });
  assert.deepEqual(await tryAgain(outcomes.slice(1), { isAllowed: () => true, run: dead }), {
    code: 134,
    report: "\nred in both tries:\n  shaky.test.ts\n",
  });
});
