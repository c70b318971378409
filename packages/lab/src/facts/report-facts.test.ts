import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createCatalog } from "@signalbox/catalog";
import { reportData } from "./report-facts.ts";

const catalog = createCatalog({ asOf: new Date("2026-11-28T12:00:00Z") });

test("unresolved spellings, models without an entry and facts that the catalogue states otherwise are listed", async () => {
  const dir = mkdtempSync(join(tmpdir(), "data-report-"));
  try {
    writeFileSync(
      join(dir, "models.csv"),
      "source,model,canonical,vendor,kind\na,gpt-5.6-sol,gpt-5.6-sol,openai,closed\na,Sol-5.6-GPT,sol-5.6-gpt,,closed\na,gpt-5.6-sol-0811-exp,gpt-5.6-sol-0811-exp,,closed\na,Nobody-7B-Tuned,nobody-7b-tuned,,open\n",
    );
    const stated = {
      id: "openai/gpt-5.6-sol",
      confidence: "high",
      released: "2026-07-09",
      prices: { input: 99, cached_input: null, output: null },
      context: null,
      thinking: null,
    };
    writeFileSync(join(dir, "model_facts.jsonl"), `${JSON.stringify(stated)}\n`);
    const { names, facts, differences } = await reportData(dir, catalog);
    assert.equal(names.total, 4);
    assert.deepEqual(names.unresolved, ["gpt-5.6-sol-0811-exp"]);
    assert.deepEqual(names.strangers, ["nobody-7b-tuned", "sol-5.6-gpt"]);
    assert.deepEqual(facts, [{ confidence: "high", total: 2, equal: 1 }]);
    assert.match(differences.join(), /gpt-5\.6-sol: input price, 99, /);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
