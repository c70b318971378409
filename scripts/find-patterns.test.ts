import assert from "node:assert/strict";
import { test } from "node:test";

import { countWideGaps, findSlowText, findPatterns, type FoundPattern } from "./find-patterns.ts";

const patternOf = (pattern: RegExp): FoundPattern => ({
  source: pattern.source,
  flags: pattern.flags,
  line: 1,
});

test("patterns that can be made slow are found, and linear ones are not", () => {
  for (const slow of [/ +$/, /^[+-]?(\d+\.?\d*|\.\d+)$/, /^(?:a+)+$/, /<[^>]*>[^<]*$/])
    assert.ok(findSlowText(patternOf(slow)) !== undefined, slow.source);
  for (const linear of [/^ +$/, /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/, /^a+$/, /\bword\b/, /[?*]/g])
    assert.equal(findSlowText(patternOf(linear)), undefined, linear.source);
});

test("two gaps that share one stretch of text are counted", () => {
  assert.equal(countWideGaps(patternOf(/Contents of [^\n]{0,300}\.md[^\n]{0,200}$/)), 2);
  assert.equal(countWideGaps(patternOf(/say [^.]{0,50} only/)), 0);
});

test("patterns are found in source text, and nothing else is", () => {
  const code = [
    "const a = /x[/]y/gi; // not /this/",
    'const b = "/no/" + c / d / e;',
    "const f = `/no/`.split(/\\s+/);",
    "/* nor /this/ */ return /z/.test(g);",
    "const share = sums[at]! / counts[at]!, half = total! / 2;",
  ].join("\n");
  assert.deepEqual(
    findPatterns(code).map(({ source, flags, line }) => [source, flags, line]),
    [
      ["x[/]y", "gi", 1],
      ["\\s+", "", 3],
      ["z", "", 4],
    ],
  );
});
