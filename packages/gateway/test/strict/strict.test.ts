import assert from "node:assert/strict";
import { test } from "node:test";

import { PLAIN_CHECKS } from "./checks.ts";
import { REFUSALS } from "./refusals.data.ts";
import { SESSION_CHECKS } from "./session-checks.ts";
import { askedIn, brokenBy } from "./strict-script.ts";

for (const { name, run } of [...PLAIN_CHECKS, ...SESSION_CHECKS])
  test(name, (context) => run((text) => context.diagnostic(text)));

test("each rule of the strict provider is broken by some call, names its sources or says that there are none", () => {
  const names = new Set(REFUSALS.map(({ rule }) => rule));
  assert.equal(names.size, REFUSALS.length);
  for (const { rule, words, other, sources } of REFUSALS) {
    assert.notEqual(words, other, rule);
    for (const source of sources) assert.match(source, /^[\w.-]+\/[\w.-]+ #\d+$/, rule);
  }
  const got = {
    method: "POST",
    path: "/v1/messages",
    headers: {},
    bytes: Buffer.alloc(0),
    body: {},
    model: "claude-x",
    wasLeft: false,
  };
  const asked = askedIn(got);
  assert.equal(asked && brokenBy(asked)?.rule, "version-header");
});
