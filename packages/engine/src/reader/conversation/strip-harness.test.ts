import assert from "node:assert/strict";
import { test } from "node:test";

import { isHarnessHeading, stripHarness } from "./strip-harness.ts";

const HOSTILE: readonly string[] = [
  `Contents of ${"CLAUDE.md".repeat(33)}${" ".repeat(930_000)}x\n${"# claudeMd\n".repeat(6)}`,
  `# AGENTS.md${" ".repeat(930_000)}x\n${"# claudeMd\n".repeat(6)}`,
  "# claudeMd\n".repeat(86_000),
  `${"# claudeMd\n".repeat(12)}${"\n".repeat(940_000)}x`,
  `${" ".repeat(920_000)}Platform`,
  `${"Contents of CLAUDE.md".repeat(20)}x\n`.repeat(2_200),
];

/** At these lengths a search that starts again at every line takes minutes; one that reads once takes milliseconds. */
test("a megabyte of headings and blanks in any arrangement is stripped in one reading", () => {
  for (const text of HOSTILE) assert.ok(stripHarness(text).text.length <= text.length);
});

test("a section ends at the next heading, and without one its last paragraph stays", () => {
  assert.equal(stripHarness("Why?\n# claudeMd\nUse tabs.\n\n# Data\n1 2 3").text, "Why?\n\n# Data\n1 2 3");
  assert.equal(
    stripHarness("Contents of /app/CLAUDE.md (project):\n\nUse tabs.\n\nWhy does it fail?").text,
    "Why does it fail?",
  );
});

test("two lines of an environment are a dump, one is part of a question", () => {
  assert.equal(stripHarness("Platform: linux\n- Shell: bash\nWhy?").text, "Why?");
  assert.equal(stripHarness("Platform: linux\nWhy?").text, "Platform: linux\nWhy?");
});

test("lines that only begin like a dump or a heading are left alone, and a dump is found wherever it begins", () => {
  const plain = "Platforms differ: why?\n- Shells: two\n#data\nconcrete\n\nSo: what now?";
  assert.deepEqual(stripHarness(`${plain}\n`), { text: plain, isStripped: false });
  for (const dump of ["Platform: linux\n\t-  shell: bash", "git status: clean\n \tIDE VERSION: 2"])
    for (const [before, after] of [
      ["", "\nWhy?"],
      ["Why?\n", ""],
      ["Why?\n\n", "\nSo?"],
    ] as const)
      assert.deepEqual(stripHarness(`${before}${dump}${after}`), {
        text: `${before}\n${after}`.trim(),
        isStripped: true,
      });
});

test("a heading of a harness is a short line of its own", () => {
  for (const line of [
    "# claudeMd",
    "## gitStatus\r",
    "Contents of /a/b/AGENTS.local.md (x):  ",
    "# CLAUDE.md y",
  ])
    assert.ok(isHarnessHeading(line), line);
  for (const line of [
    "# claudeMd and more",
    " # claudeMd",
    `Contents of CLAUDE.md ${"x".repeat(600)}`,
    "# Data",
  ])
    assert.ok(!isHarnessHeading(line), line);
});
