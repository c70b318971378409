// A user turn that says nothing beside a system prompt that does: an answer in numbers, never NaN.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { SelectRequestWire } from "@signalbox/contracts";
import { createRouter } from "../src/index.ts";
import type { Router } from "../src/index.ts";
import { loadShippedEngine } from "./shipped-engine.ts";

let router: Router;
before(async () => {
  const { model, catalog } = await loadShippedEngine();
  router = createRouter({ model, catalog });
});

const IMAGE = [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }];
const CANDIDATES = ["openai/gpt-5.6-sol", "openai/gpt-5.6-luna", "openai/gpt-oss-20b"];

for (const role of ["system", "developer"])
  for (const [what, content] of [
    ["an empty text", ""],
    ["a blank", " "],
    ["a no-break space", "\u00a0"],
    ["an image alone", IMAGE],
  ] as const)
    test(`a ${role} prompt with ${what}`, () => {
      const answer = router.select({
        messages: [
          { role, content: "Describe what you see in one sentence." },
          { role: "user", content },
        ],
        llm_providers: CANDIDATES.map((model) => ({ model })),
        tradeoff: "cost",
        include: ["explanation"],
      } as unknown as SelectRequestWire);
      assert.ok(CANDIDATES.includes(answer.llm_label));
      for (const { success, spread, output_tokens: tokens } of answer.explanation?.ranking ?? assert.fail())
        for (const number of [success, spread, tokens]) assert.ok(Number.isFinite(number), `${number}`);
      assert.doesNotMatch(answer.explanation?.summary ?? "", /NaN/);
    });
