import assert from "node:assert/strict";
import { before, test } from "node:test";

import { loadTsx } from "../../test/support/load-tsx.ts";
import type { changeWords } from "./figure-list.tsx";

let words: { readonly changeWords: typeof changeWords };
before(async () => {
  words = await loadTsx("components/figure-list.tsx");
});

test("changes of counts are percent, changes of shares are points, and nothing is divided by nothing", () => {
  const figure = { name: "n", value: "v", hint: "h" };
  assert.equal(words.changeWords(figure), "");
  assert.equal(words.changeWords({ ...figure, now: 12, before: 10 }), "+20 % on the period before");
  assert.equal(
    words.changeWords({ ...figure, now: 0.8, before: 0.83, isShare: true }),
    "-3 points on the period before",
  );
  assert.equal(words.changeWords({ ...figure, now: 3, before: 0 }), "none before");
  assert.equal(words.changeWords({ ...figure, now: 0, before: 0 }), "none before either");
  assert.equal(words.changeWords({ ...figure, now: null, before: 0.5 }), "unknown before");
});
