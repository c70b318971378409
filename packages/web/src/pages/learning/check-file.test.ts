import assert from "node:assert/strict";
import { test } from "node:test";

import { checkFile, splitHeader } from "./use-upload.ts";

const BYTES_MAX = 1024 ** 3;

const levels = async (text: string): Promise<string[]> =>
  (await checkFile(new File([text], "rows"), BYTES_MAX)).map(({ level }) => level);

test("a file that can train passes, and each fault of another is reported before it is sent", async () => {
  assert.deepEqual(await levels("prompt,a/b/score,c/d/score\nhi,1,0"), ["note"]);
  assert.deepEqual(await levels("question,a/b/score,c/d/score"), ["note", "warning"]);
  assert.deepEqual(await levels("prompt,a/b/score"), ["note", "error"]);
  assert.deepEqual(await levels("prompt,answer"), ["error"]);
  assert.deepEqual(await levels(""), ["error"]);
  assert.deepEqual(await levels('{"prompt":"hi","scores":{"a":1}}\n'), ["note"]);
  assert.deepEqual(await levels('{"prompt":\n"hi"}'), ["error"]);
});

test("a file of gigabytes is refused by its size, without being read", async () => {
  const file = new File(["prompt"], "huge.csv");
  Object.defineProperty(file, "size", { value: 2 * 1024 ** 3 });
  Object.defineProperty(file, "slice", { value: () => assert.fail("the file was read") });
  const [check] = await checkFile(file, BYTES_MAX);
  assert.equal(check?.level, "error");
  assert.match(check?.message ?? "", /has 2\.?0? GB; this installation takes 1\.?0? GB/);
});

test("header cells may be quoted, hold commas, and follow a byte order mark", () => {
  assert.deepEqual(splitHeader('\uFEFFprompt,"a,b","say ""x""",last'), ["prompt", "a,b", 'say "x"', "last"]);
  assert.deepEqual(splitHeader("one"), ["one"]);
  assert.deepEqual(splitHeader("one,"), ["one", ""]);
});
