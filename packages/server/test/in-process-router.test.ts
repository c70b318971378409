// The router inside a process decides as the service does: label, ranking and every number of the explanation.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createCatalog, readShippedArtefact } from "@signalbox/catalog";
import type {
  Explanation,
  Preference,
  PreferencePolicy,
  SelectRequestWire,
  SelectResponse,
} from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";
import { createContentReader, createRouter, loadRoutingModel, type Router } from "@signalbox/engine";

import { VARIED_CONVERSATIONS } from "../../engine/test/varied-conversations.ts";
import { startListeningService, type ListeningService } from "./listening-service.ts";
import { VARIED_OPTIONS, VARIED_POLICIES } from "./varied-requests.ts";

let service: ListeningService;
let router: Router;
const preferenceIds: string[] = [];
const loading = readShippedArtefact().then(loadRoutingModel);

before(async () => {
  service = await startListeningService();
  const preferences: Record<string, PreferencePolicy> = {};
  for (const policy of VARIED_POLICIES) {
    const { status, json } = await service.post<Preference>("/preferences", { name: "Varied", policy });
    assert.ok(status < 300, JSON.stringify(json));
    preferences[json.id] = policy;
    preferenceIds.push(json.id);
  }
  router = createRouter({
    model: await loading,
    catalog: createCatalog(),
    preferences,
    nowMs: () => service.clock.ms,
  });
});
after(() => service.close());

interface Pair {
  readonly remote: SelectResponse;
  readonly local: SelectResponse;
}

/** Each side names the sessions of its own. */
const withoutIds = ({ session, ...rest }: Explanation): object => ({
  ...rest,
  session: { ...session, previous_session: session.previous_session !== null },
});

async function both(body: SelectRequestWire, previous?: Pair): Promise<Pair> {
  const whole = { ...body, include: ["ranking", "explanation"] };
  const follow = (answer: SelectResponse | undefined): object =>
    answer === undefined ? {} : { previous_session: answer.session_id };
  const { status, json: remote } = await service.post<SelectResponse>("/model-select", {
    ...whole,
    // A router inside a process finds no chains by their content.
    find_session: false,
    ...follow(previous?.remote),
  });
  assert.equal(status, 200, JSON.stringify(remote));
  const local = router.select({ ...whole, ...follow(previous?.local) });
  assert.equal(local.llm_label, remote.llm_label);
  assert.deepEqual(local.providers, remote.providers);
  assert.deepEqual(local.ranking, remote.ranking);
  assert.ok(local.explanation !== undefined && remote.explanation !== undefined);
  // An answer that travelled as JSON has no members that are undefined.
  assert.deepEqual(JSON.parse(JSON.stringify(withoutIds(local.explanation))), withoutIds(remote.explanation));
  return { remote, local };
}

test("every conversation under every objective and policy gets the same answer and numbers", async () => {
  for (const { name: _name, ...conversation } of VARIED_CONVERSATIONS)
    for (const options of VARIED_OPTIONS) await both({ ...conversation, ...options });
  for (const preference_id of preferenceIds)
    for (const { name: _name, ...conversation } of VARIED_CONVERSATIONS)
      await both({ ...conversation, ...VARIED_OPTIONS[1], preference_id });
});

test("a chain of turns, warm and cold, is continued alike", async () => {
  const questions = [
    "Prove that e is irrational.",
    "and why?",
    "thanks",
    "Now refactor this class.",
    "shorter",
  ];
  for (const options of VARIED_OPTIONS) {
    const messages: { role: string; content: string }[] = [];
    let previous: Pair | undefined;
    for (const content of questions) {
      messages.push({ role: "user", content });
      previous = await both({ messages: [...messages], ...options }, previous);
      messages.push({ role: "assistant", content: "Here it is. ".repeat(400) });
      service.clock.ms += content === "thanks" ? 90_000_000 : 45_000;
    }
  }
});

test("features decide alike in both", async () => {
  const reader = createContentReader(await loading);
  for (const { name: _name, ...conversation } of VARIED_CONVERSATIONS)
    await both({ ...conversation, ...VARIED_OPTIONS[0], content_features: reader.read(conversation) });
});

function refusalOf(body: SelectRequestWire): SignalboxError {
  try {
    router.select(body);
  } catch (error) {
    assert.ok(error instanceof SignalboxError);
    return error;
  }
  throw new assert.AssertionError({ message: "It was decided all the same." });
}

test("what the service refuses the router refuses with the same code and places", async () => {
  const [conversation] = VARIED_CONVERSATIONS;
  const good = { messages: conversation?.messages ?? "", ...VARIED_OPTIONS[0] };
  const bad = [
    { ...good, llm_providers: [] },
    { ...good, messages: [] },
    { ...good, max_model_depth: 0 },
    { ...good, tradeoff: "speed" },
    { ...good, preference_id: "unknown" },
    { ...good, previous_session: "unknown" },
    { ...good, content_features: { artefact: "other" } },
  ];
  for (const body of bad) {
    const { status, json } = await service.post<{ code: string; errors?: { location: string }[] }>(
      "/model-select",
      body,
    );
    assert.ok(status >= 400);
    const { code, errors } = refusalOf(body as unknown as SelectRequestWire);
    assert.equal(code, json.code);
    assert.deepEqual(
      errors.map(({ location }) => location),
      (json.errors ?? []).map(({ location }) => location),
    );
  }
});
