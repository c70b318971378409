// The programs that the dashboard offers are compiled, and hold the address but no secret.
import assert from "node:assert/strict";
import { stripTypeScriptTypes } from "node:module";
import { test } from "node:test";

import { aiSdkSnippet, environmentSnippet, gatewaySnippet, openaiSnippet } from "./program-snippets.ts";

const ADDRESS = "https://signalbox.example.org";
const PROGRAMS = { openaiSnippet, aiSdkSnippet, gatewaySnippet };

test("every program is a module that parses, names this service and takes the key from the environment", () => {
  for (const [name, write] of Object.entries(PROGRAMS)) {
    const text = write(ADDRESS);
    assert.doesNotThrow(() => stripTypeScriptTypes(text), name);
    assert.ok(text.includes(`baseUrl: process.env.SIGNALBOX_URL ?? "${ADDRESS}",`), name);
    assert.ok(text.includes("apiKey: process.env.SIGNALBOX_API_KEY,"), name);
    assert.ok(text.includes("fallback:") && text.includes(".flush()"), name);
    assert.ok(!text.includes("sk_"), name);
  }
});

test("the environment is two lines of a POSIX shell", () => {
  assert.equal(
    environmentSnippet(ADDRESS, "sk_test"),
    `export SIGNALBOX_URL=${ADDRESS}\nexport SIGNALBOX_API_KEY=sk_test`,
  );
});
