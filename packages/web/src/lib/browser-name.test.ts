import assert from "node:assert/strict";
import { test } from "node:test";

import { browserName } from "./browser-name.ts";
import { filled } from "./values.ts";

const AGENTS = [
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0",
    "Opera on Windows",
  ],
  ["curl/8.9.1", "Browser"],
] as const;

test("the browser and the system of a session are named, the most particular name first", () => {
  for (const [agent, name] of AGENTS) assert.equal(browserName(agent), name);
});

test("a name is what is left without the space around it, and blank is no name", () => {
  assert.deepEqual(["  a b ", "x"].map(filled), ["a b", "x"]);
  assert.deepEqual(["", " ", "\n\t"].map(filled), [undefined, undefined, undefined]);
});
