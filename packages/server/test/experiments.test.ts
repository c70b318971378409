// Two preferences side by side on live traffic: a chain stays in its arm, and only the experiment's own decisions count.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type {
  DecisionDetail,
  EndedExperiment,
  Experiment,
  Page,
  Preference,
  SelectResponse,
} from "@signalbox/contracts";

import { startFullService, type FullService } from "./full-service.ts";

const SMALL = "openai/gpt-4o-mini";
const LARGE = "openai/o3";
const CHAINS = 90;
const TURNS = 3;

let full: FullService;
before(async () => {
  full = await startFullService();
});
after(() => full.close());

async function createPreference(policy: object): Promise<string> {
  const { status, json } = await full.call<Preference>("POST", "/api/v1/preferences", { policy });
  assert.equal(status, 201, JSON.stringify(json));
  return json.id;
}

async function ask(preferenceId: string, previous?: string): Promise<SelectResponse> {
  const { status, json } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages: "Name a river in Asia.",
    llm_providers: [{ model: SMALL }, { model: LARGE }],
    preference_id: preferenceId,
    previous_session: previous,
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

/** The labels that decided the turns of one chain; its first turn is judged. */
async function talk(preferenceId: string): Promise<Set<string>> {
  const labels = new Set<string>();
  let previous: string | undefined;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { llm_label: label, session_id: sessionId } = await ask(preferenceId, previous);
    if (turn === 0) {
      const judged = { session_id: sessionId, value: label === LARGE ? 1 : 0 };
      assert.ok((await full.call("POST", "/api/v1/feedback", judged)).status < 300);
    }
    labels.add(label);
    previous = sessionId;
  }
  return labels;
}

test("each chain stays in its arm, the arms are counted apart, and the better one is named", async () => {
  const challenger = await createPreference({ allow: [{ model: LARGE }] });
  const experiment = { preference_id: challenger, share: 0.5 };
  const base = await createPreference({ allow: [{ model: SMALL }], experiment });
  for (let chain = 0; chain < CHAINS; chain += 1)
    assert.equal((await talk(base)).size, 1, "a chain changed its arm");
  // Asked directly, the challenger decides outside the experiment.
  await ask(challenger);
  const { json } = await full.call<Experiment>("GET", `/api/v1/experiments/${base}`);
  const { a, b } = json.arms;
  assert.equal(a.chains + b.chains, CHAINS);
  assert.equal(a.decisions + b.decisions, CHAINS * TURNS);
  assert.equal(a.judged_chains + b.judged_chains, CHAINS);
  assert.ok(Math.min(a.chains, b.chains) >= 30, `${a.chains} and ${b.chains}`);
  assert.deepEqual([a.success_reported, b.success_reported], [0, 1]);
  assert.equal(json.difference.mean, 1);
  assert.equal(json.verdict, "b_better");
  assert.ok(json.is_running);
});

test("the journal names the arm's own preference and version", async () => {
  const challenger = await createPreference({ allow: [{ model: LARGE }] });
  const base = await createPreference({
    allow: [{ model: SMALL }],
    experiment: { preference_id: challenger, share: 0.99 },
  });
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(base)));
  const inB = answers.find(({ llm_label: label }) => label === LARGE);
  assert.ok(inB !== undefined);
  const url = `/api/v1/decisions/${inB.session_id}`;
  const { json } = await full.call<DecisionDetail>("GET", url);
  assert.equal(json.explanation.versions.preference, `${challenger}@1`);
});

type Ended = Page<EndedExperiment>;
const isCounted = ({ data }: Ended): boolean =>
  data.length > 0 && data.every(({ result }) => result !== null);

test("an experiment that was stopped stays with what it showed, apart from the next one of the same two", async () => {
  const challenger = await createPreference({ allow: [{ model: LARGE }] });
  const experiment = { preference_id: challenger, share: 0.5 };
  const base = await createPreference({ allow: [{ model: SMALL }], experiment });
  const set = (policy: object) => full.call("PUT", `/api/v1/preferences/${base}`, { policy });
  for (let chain = 0; chain < 6; chain += 1) await talk(base);
  await set({ allow: [{ model: SMALL }], experiment: { ...experiment, share: 0.4 } });
  await talk(base);
  await set({ allow: [{ model: SMALL }] });
  const path = `/api/v1/experiments?preference_id=${base}`;
  const [first, ...others] = (await full.until<Ended>(path, isCounted)).data;
  assert.equal(others.length, 0, "a change of the share ends nothing");
  const { a, b } = first?.result?.arms ?? {};
  assert.equal((a?.chains ?? 0) + (b?.chains ?? 0), 7);
  assert.equal(first?.share, 0.4);
  assert.equal(first?.challenger.preference_id, challenger);
  assert.match(first?.ended_by ?? "", /^API key /);
  assert.equal(first?.result?.is_running, false);
  await set({ allow: [{ model: SMALL }], experiment });
  const running = await full.call<Experiment>("GET", `/api/v1/experiments/${base}`);
  assert.equal(running.json.arms.a.decisions + running.json.arms.b.decisions, 0);
  await full.call("DELETE", `/api/v1/preferences/${base}`);
  const { data } = await full.until<Ended>(path, (page) => page.data.length === 2 && isCounted(page));
  assert.deepEqual(data[1], first);
});

test("a preference without an experiment is a 404, a challenger of nobody a 422, a share above one too", async () => {
  const plain = await createPreference({});
  assert.equal((await full.call("GET", `/api/v1/experiments/${plain}`)).status, 404);
  assert.equal((await full.call("GET", "/api/v1/experiments/nobody")).status, 404);
  for (const experiment of [
    { preference_id: "nobody", share: 0.5 },
    { preference_id: plain, share: 1.5 },
  ]) {
    const refused = await full.call("POST", "/api/v1/preferences", { policy: { experiment } });
    assert.equal(refused.status, 422, JSON.stringify(refused.json));
  }
});
