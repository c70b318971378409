// The bytes that a program that only selects and calls has to carry.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { gzipSync } from "node:zlib";

import { build } from "vite";

const ENTRY = join(import.meta.dirname, "../src/index.ts");
const GZIP_BYTES_MAX = 8 * 1024;

/** The minified bundle of a program with this source. */
async function bundle(context: TestContext, source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-size-"));
  context.after(() => rm(folder, { recursive: true }));
  const entry = join(folder, "program.ts");
  await writeFile(entry, source);
  const answer = await build({
    configFile: false,
    logLevel: "silent",
    root: folder,
    build: {
      write: false,
      lib: { entry, formats: ["es"] },
      target: "es2022",
      // A library's whitespace is kept unless the output itself says otherwise.
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [output] = Array.isArray(answer) ? answer : [answer];
  assert.ok(output !== undefined && "output" in output);
  return output.output[0].code;
}

test("the core is under 8 KB gzipped, everything in it included", async (context) => {
  const code = await bundle(context, `export * from ${JSON.stringify(ENTRY)};`);
  const bytes = gzipSync(code).length;
  context.diagnostic(`${bytes} bytes`);
  assert.ok(bytes < GZIP_BYTES_MAX, `${bytes} bytes`);
});

test("a program carries nothing that it does not use", async (context) => {
  const name = JSON.stringify(ENTRY);
  const hash = await bundle(context, `export { hideContent } from ${name};`);
  context.diagnostic(`${gzipSync(hash).length} bytes for hideContent alone`);
  assert.equal(hash.includes("model-select"), false);
  assert.equal((await bundle(context, `import ${name};`)).trim(), "");
  const all = await bundle(context, `export * from ${name};`);
  assert.equal(all.includes("/preferences"), false);
});
