// A database whose records have the first form, with notes, reasons and rules as text. 64 decisions of the engine over a model of one
// page: objectives, rules, ceilings, least bad, follow-ups, tool loops. `shadow` holds the explanation as it was shown then.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";

import type { Explanation, PreferencePolicy } from "@signalbox/contracts";
import { explainDecision, type PlainInputParts } from "@signalbox/engine";
import { readRecord, sessionOfJournalled } from "@signalbox/engine/internals";
import type { DecisionRecord } from "@signalbox/engine";
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
  for (const row of rows) assert.deepEqual(shownThen(explainDecision(recordOf(row))), shownThen(row.shadow));
});

/** What a reader saw, without the words of single candidates, which have been put better since. */
function shownThen(explanation: unknown): unknown {
  const { summary, conversation, session, degraded_reasons, rejected, ranking } = explanation as Explanation;
  const candidates = ranking.map(({ label, success, spread, usd, seconds }) => ({
    label,
    success,
    spread,
    usd,
    seconds,
  }));
  return { summary, conversation, session, degraded_reasons, rejected, candidates };
}

function askedBy({ request }: DecisionRow): Partial<PlainInputParts> {
  const policy = request["policy"] as PreferencePolicy | undefined;
  return {
    tradeoff: request["tradeoff"] as PlainInputParts["tradeoff"],
    costQualityTradeoff: request["cost_quality_tradeoff"] as number | undefined,
    maxModelDepth: request["max_model_depth"] as number | undefined,
    outputFormat: request["output_format"] as PlainInputParts["outputFormat"],
    // Rules and ceilings gave way then; they do so now only where the policy says it.
    preference: policy && { id: "p", version: 1, policy: { fallback: "least_bad", ...policy } },
  };
}

test("every decision of a journal of the first form is made again as it was", () => {
  // The defaults of the release that decided.
  const engine = createTinyEngine({ tolerance: 0.03, indifference: 0.02, riskWeight: 0.1, caution: 0 });
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
    const decideAgain = () => engine.decideAgain(asked, { record, features, loadings });
    const ruled = record.rejected.filter(({ code }) => code === "preference_rule").length;
    if (record.degradedReasons.length > 0 && ruled > 0) {
      // What a rule forbids is not recommended any more, not even as the least bad.
      assert.throws(decideAgain, { code: "no_eligible_candidate" });
      continue;
    }
    const again = decideAgain();
    const refusedNow = again.record.rejected.filter(
      ({ label }) => !record.rejected.some((then) => then.label === label),
    );
    if (refusedNow.length > 0) {
      // A ceiling was held on average then; it is held with four chances in five now.
      for (const { need, limit, sure } of refusedNow as readonly Partial<Record<string, number>>[])
        assert.ok((need ?? 1) <= (limit ?? 0) && (sure ?? 0) > (limit ?? 0), JSON.stringify(refusedNow));
      continue;
    }
    assert.equal(again.label, row.label);
    assert.deepEqual(again.record.ranking.map(estimateOf), record.ranking.map(estimateOf));
  }
});

/** The weight of doubt has another default since, so utilities differ; what was estimated does not. */
function estimateOf({
  label,
  success,
  spread,
  usd,
  seconds,
  outputTokens,
}: DecisionRecord["ranking"][number]) {
  return { label, success, spread, usd, seconds, outputTokens };
}
