import assert from "node:assert/strict";
import { test } from "node:test";

import { plainTurn } from "./plain-turn.ts";

test("a short turn in Markdown is the line that would be typed without it", () => {
  const plain = "Why is the sky blue?";
  for (const text of [
    plain,
    "# Why is the sky blue?",
    "**Why** is the sky *blue*?",
    "> Why is\n> the sky blue?",
    "- Why is the sky blue?\n",
    "1. Why is the sky\n\n   blue?",
  ])
    assert.equal(plainTurn(text), plain);
  assert.equal(plainTurn("Fix it:\n```js\nlet a = 1;\n```"), "Fix it: let a = 1;");
});

test("products, powers and numbers keep their stars and points", () => {
  for (const text of ["What is 3 * 4?", "What is 2.5 times 3?", "-3 plus 4", "#1 of what?", "C# or F#"])
    assert.equal(plainTurn(text), text);
});

test("a longer turn keeps its layout", () => {
  const text = `# Task\n\n- ${"word ".repeat(60)}`;
  assert.equal(plainTurn(text), text);
});
