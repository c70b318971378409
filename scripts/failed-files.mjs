/* oxlint-disable import/no-default-export -- node:test takes a reporter by its default export */
// A reporter of node:test that names each file with a failed test once, a line each: the file that was run, also where another one
// declares the test.
/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} source */
export default async function* failedFiles(source) {
  const named = new Set();
  for await (const { type, data } of source) {
    if (type !== "test:fail") continue;
    const file = data.entryFile ?? data.file;
    if (file === undefined || named.has(file)) continue;
    named.add(file);
    yield `${file}\n`;
  }
}
