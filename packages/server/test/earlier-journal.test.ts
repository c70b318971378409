// A database whose records have the first form, with notes, reasons and rules as text. 64 decisions of the engine over a model of one
// page: objectives, rules, ceilings, least bad, follow-ups, tool loops. `shadow` holds the explanation as it was shown then.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";

import type { PreferencePolicy } from "@signalbox/contracts";
import { explainDecision, type PlainInput } from "@signalbox/engine";
import { readRecord, sessionOfJournalled } from "@signalbox/engine/internals";
import { openStorage, type DecisionRow } from "@signalbox/storage";

import { candidate, createTinyEngine, facts, input } from "../../engine/test/inputs.ts";

const ACCOUNT = "00000000-0000-4000-8000-000000000001";
const small = { context_length: 4000, supports_structured_output: false, modalities: ["text"] };
const CANDIDATES = [
  candidate("small", 0.4, 0.2, { facts: facts({ id: "test/small", tokenizer: "o200k" }) }),
  candidate("large", 0.9, 9, { facts: facts({ id: "test/large", tokenizer: "claude" }) }),
  candidate("middle", 0.7, 2, {
    facts: facts({ id: "test/middle", tokenizer: "gemini" }),
    attributes: { quality: 0.7, ...small },
  }),
  candidate("own", undefined, undefined, { latencyS: 4 }),
];
const FAMILIES = new Map(CANDIDATES.map(({ label, facts: known }) => [label, known?.tokenizer ?? "unknown"]));

const folder = mkdtempSync(join(tmpdir(), "signalbox-earlier-"));
const rows: DecisionRow[] = [];

before(async () => {
  const url = join(folder, "signalbox.db");
  writeFileSync(
    url,
    gunzipSync(readFileSync(join(import.meta.dirname, "fixtures/journal-first-form.db.gz"))),
  );
  const storage = await openStorage({ url, changePollMs: 0 });
  for await (const row of storage.decisions.stream({ accountId: ACCOUNT })) rows.push(row);
  await storage.close();
});
after(() => rmSync(folder, { recursive: true, force: true }));

const recordOf = ({ record }: DecisionRow) => readRecord(record, (label) => FAMILIES.get(label));

test("a journal of the first form shows every word that it showed then", () => {
  assert.equal(rows.length, 64);
  for (const row of rows) assert.deepEqual(explainDecision(recordOf(row)), row.shadow);
});

function askedBy({ request }: DecisionRow): Partial<PlainInput> {
  const policy = request["policy"] as PreferencePolicy | undefined;
  return {
    tradeoff: request["tradeoff"] as PlainInput["tradeoff"],
    costQualityTradeoff: request["cost_quality_tradeoff"] as number | undefined,
    maxModelDepth: request["max_model_depth"] as number | undefined,
    outputFormat: request["output_format"] as PlainInput["outputFormat"],
    preference: policy && { id: "p", version: 1, policy },
  };
}

test("every decision of a journal of the first form is made again as it was", () => {
  const engine = createTinyEngine();
  for (const row of rows) {
    const record = recordOf(row);
    const { features, loadings } = row;
    assert.ok(features !== null && loadings !== null);
    const asked = input({
      candidates: CANDIDATES,
      messages: [],
      session: sessionOfJournalled(record),
      ...askedBy(row),
    });
    const again = engine.decideAgain(asked, { record, features, loadings });
    assert.equal(again.label, row.label);
    assert.deepEqual(JSON.parse(JSON.stringify(again.record.ranking)), record.ranking);
  }
});
