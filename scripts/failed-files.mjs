/* oxlint-disable import/no-default-export -- node:test takes a reporter by its default export */
// A reporter of node:test that names each file with a failed test once, a line each.
/** @param {AsyncIterable<import("node:test/reporters").TestEvent>} source */
export default async function* failedFiles(source) {
  const named = new Set();
  for await (const { type, data } of source)
    if (type === "test:fail" && data.file !== undefined && !named.has(data.file)) {
      named.add(data.file);
      yield `${data.file}\n`;
    }
}
