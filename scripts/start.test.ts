import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";

import { toAscii } from "./packaging/service/bundle-service.ts";

const CACHE = join(import.meta.dirname, "../node_modules/.cache/signalbox-service");
/** Runs in every thread: names each file of TypeScript that Node compiles. */
const SPY = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => {
    if (url.endsWith(".ts")) process.stderr.write("compiled " + url + "\\n");
    return next(url, context);
  } });`)}`;

async function start(t: TestContext, dataDir: string) {
  const args = [
    "scripts/start.mjs",
    "serve",
    "--json",
    "--no-dashboard",
    "--port",
    "0",
    "--data-dir",
    dataDir,
  ];
  const child = spawn(process.execPath, ["--import", SPY, ...args], {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill());
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const stop = async (): Promise<string> => {
    const ended = once(child, "exit");
    child.kill();
    const [code] = await ended;
    assert.equal(code, 0, said);
    return said;
  };
  return { ...(JSON.parse(line) as { url: string; key: string }), stop };
}

test("`npm start` decides from a bundle that it makes once, without compiling a source", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "signalbox-start-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await start(t, dataDir);
  const bundles = readdirSync(CACHE);
  const body = JSON.stringify({
    messages: [{ role: "user", content: "Why is the sky blue?" }],
    llm_providers: ["openai/gpt-5-mini", "anthropic/claude-sonnet-4-5"],
  });
  const headers = { authorization: `Bearer ${first.key}`, "content-type": "application/json" };
  const answer = await fetch(`${first.url}/api/v1/model-select`, { method: "POST", headers, body });
  assert.equal(answer.status, 200, await answer.text());
  for (const path of ["/docs", "/openapi.json"])
    assert.equal((await fetch(first.url + path)).status, 200, path);
  await first.stop();
  const second = await start(t, dataDir);
  assert.doesNotMatch(await second.stop(), /compiled|preparing/);
  assert.deepEqual(readdirSync(CACHE), bundles);
  assert.ok(existsSync(join(CACHE, bundles[0] ?? "", "main.js")));
});

test("letters that are written as escapes mean the same in strings, patterns and names", () => {
  const code =
    'const größe = "naïve 用 \u{1f600}"; [größe, /[é用😀]/u.test("😀"), /^.$/u.test("😀"), `${größe}·`, "😀".length]';
  const ascii = toAscii(code.replace("\\u{1f600}", "😀"));
  assert.doesNotMatch(ascii, /[^\0-\x7F]/);
  // eslint-disable-next-line no-eval
  assert.deepEqual(globalThis.eval(ascii), ["naïve 用 😀", true, true, "naïve 用 😀·", 2]);
});
