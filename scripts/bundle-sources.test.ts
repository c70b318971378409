// A run of the tests from the bundle is a run of the sources: the same exports, places and instances. Without it every source
// still loads as Node strips it, which is how every other command loads them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";

import { bundleSources } from "./bundle-sources.ts";

const ROOT = join(import.meta.dirname, "..");
const PRELOAD = import.meta.resolve("./bundled-modules.mjs");

/** The entries that the packages offer to each other: "@signalbox/engine/learn". */
const ENTRIES = globSync("packages/!(web)/package.json", { cwd: ROOT }).flatMap((file) => {
  const { name, exports = {} } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
    readonly name: string;
    readonly exports?: Readonly<Record<string, string>>;
  };
  return Object.keys(exports).map((path) => name + path.slice(1));
});

let bundle: string;
before(async () => {
  bundle = await bundleSources();
});

/** The output of a process that runs `program`, from the bundle or from the sources. */
function say(program: string, isBundled: boolean): unknown {
  const settings = isBundled
    ? { SIGNALBOX_BUNDLED_SOURCES: bundle, NODE_OPTIONS: `--import=${PRELOAD}` }
    : { NODE_OPTIONS: "" };
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
    { cwd: ROOT, encoding: "utf8", env: { ...process.env, ...settings } },
  );
  assert.ok(stdout !== "", stderr);
  return JSON.parse(stdout);
}

test("every package exports from the bundle what it exports from its sources", () => {
  const program = `
    const found = {};
    for (const name of ${JSON.stringify(ENTRIES)}) found[name] = Object.keys(await import(name)).sort();
    process.stdout.write(JSON.stringify(found), () => process.exit());`;
  const fromSources = say(program, false);
  assert.ok(ENTRIES.length > 10);
  assert.deepEqual(say(program, true), fromSources);
});

test("a module is the same by its package and by its path, and finds its files where its source lies", () => {
  const program = `
    import * as byName from "@signalbox/contracts";
    import { SignalboxError } from "./packages/contracts/src/errors.ts";
    import { SHIPPED_ARTEFACT_DIR } from "./packages/catalog/src/served-artefact.ts";
    import { loadMigrations } from "./packages/storage/src/migrations/migrate.ts";
    const migrations = await loadMigrations();
    console.log(JSON.stringify([SignalboxError === byName.SignalboxError, SHIPPED_ARTEFACT_DIR, migrations.length]));`;
  const fromSources = say(program, false) as readonly unknown[];
  assert.equal(fromSources[0], true);
  assert.deepEqual(say(program, true), fromSources);
});

test("a process takes its modules from the bundle, and so do its threads and the processes that it starts", () => {
  // A function that is given nothing fails, and the trace names its file.
  const where = 'fail => { try { fail(); } catch ({ stack }) { return stack.includes("bundled-sources"); } }';
  const look = `import("./packages/contracts/src/errors.ts").then((errors) =>
    console.log((${where})(errors.describeFieldError)))`;
  const program = `
    import { execFileSync } from "node:child_process";
    import { text } from "node:stream/consumers";
    import { Worker } from "node:worker_threads";
    const look = ${JSON.stringify(look)};
    const child = execFileSync(process.execPath, ["--eval", look], { encoding: "utf8" });
    const { stdout } = new Worker(look, { eval: true, stdout: true });
    const errors = await import("./packages/contracts/src/errors.ts");
    const own = (${where})(errors.describeFieldError);
    console.log(JSON.stringify([own, child.trim(), (await text(stdout)).trim()]));`;
  assert.deepEqual(say(program, true), [true, "true", "true"]);
  assert.deepEqual(say(program, false), [false, "false", "false"]);
});
