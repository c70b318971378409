// Tags of a request on their way through everything that goes by them: journal, filters, groups, rules, erasure.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type {
  DecisionSummary,
  DryRunResult,
  OverviewGroups,
  OverviewTags,
  Page,
  Preference,
  PrivacyCount,
  SelectResponse,
} from "@signalbox/contracts";

import { CONVERSATION, fillAccount, type FilledAccount } from "./filled-account.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
let account: FilledAccount;
before(async () => {
  service = await startTestService();
  account = await fillAccount(service, "dunlin");
});
after(() => service.close());

function decide(body: object, header?: string) {
  service.clock.ms += 1000;
  return service.browser().call("POST", "/model-select", {
    headers: {
      authorization: `Bearer ${account.key}`,
      ...(header !== undefined && { "x-signalbox-tags": header }),
    },
    body: { ...CONVERSATION, ...body },
  });
}

async function sessionOf(body: object, header?: string): Promise<string> {
  const answer = await decide(body, header);
  assert.equal(answer.status, 200, answer.text);
  return (answer.body as SelectResponse).session_id;
}

const save = async (body: object): Promise<Preference> => {
  const answer = await account.browser.call("POST", "/preferences", { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body as Preference;
};

const listed = async (query: string): Promise<readonly DecisionSummary[]> =>
  (await account.browser.get<Page<DecisionSummary>>(`/decisions?${query}`)).data;

test("tags of body and header are kept, the body's first, and decisions are found and grouped by them", async () => {
  const first = await sessionOf({ tags: { region: "eu", team: "support" } }, "region=us,tier=gold%2C%20old");
  const second = await sessionOf({}, "region=us");
  const [found] = await listed("tags=region%3Deu");
  assert.equal(found?.session_id, first);
  assert.deepEqual(found.tags, { region: "eu", tier: "gold, old", team: "support" });
  assert.deepEqual(
    (await listed(`tags=${encodeURIComponent("region=us")}`)).map((row) => row.session_id),
    [second],
  );
  assert.deepEqual(await listed(`tags=${encodeURIComponent("region=us,team=support")}`), []);
  const { groups } = await account.browser.get<OverviewGroups>("/overview/groups?by=tag:region");
  assert.deepEqual(
    new Map(groups.map(({ value, decisions }) => [value, decisions])),
    new Map([
      ["eu", 1],
      ["us", 1],
    ]),
  );
  const { data } = await account.browser.get<OverviewTags>("/overview/tags");
  assert.deepEqual(
    data.map(({ name }) => name),
    ["region", "team", "tier"],
  );
  const csv = await account.browser.call("GET", "/decisions/export?tags=region%3Deu");
  assert.match(csv.text, new RegExp(first));
  assert.doesNotMatch(csv.text, new RegExp(second));
});

test("tags that cannot be kept are refused in words, and nothing is decided", async () => {
  const refused = async (tags: unknown, place: RegExp, header?: string) => {
    const answer = await decide({ tags }, header);
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, place);
    assert.ok(answer.text.length < 4000, "what is refused is not said again");
  };
  await refused({ region: "x".repeat(10_240) }, /tags\.region.*longer than 128 characters/);
  await refused(
    Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`t${index}`, "x"])),
    /tags.*at most 16/,
  );
  await refused({ ["n".repeat(200)]: "x" }, /tags.*1 to 64 ASCII letters/);
  await refused({ שם: "x" }, /tags.*ASCII letters/);
  await refused({ region: "\u202eue" }, /tags\.region/);
  await refused({ region: "a\nb" }, /tags\.region/);
  await refused({ region: 3 }, /tags\.region/);
  await refused("eu", /tags/);
  await refused({}, /header\.x-signalbox-tags/, "=eu");
  await refused({}, /header\.x-signalbox-tags/, "region=%ff");
  await refused({}, /header\.x-signalbox-tags/, `region=${"x".repeat(10_240)}`);
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`t${index}`, "x"]));
  await refused(many, /more than 16/, "region=eu");
  assert.equal((await account.browser.call("GET", "/decisions?tags=nonsense")).status, 422);
  const kept = await sessionOf({ tags: { note: "שלום עולם", emoji: "🦊" } });
  assert.deepEqual((await listed(`tags=${encodeURIComponent("note=שלום עולם")}`))[0]?.session_id, kept);
});

test("a rule holds for requests with its tags and for no others, and when they are decided again too", async () => {
  const isEu = { tags: { region: "eu" } };
  const { id } = await save({
    name: "Vendors by region",
    policy: { deny: [{ label: "openai/gpt-4o-mini", when: isEu }], fallback: "strict" },
  });
  const labelOf = async (tags?: object): Promise<string> => {
    const answer = await decide({ preference_id: id, tradeoff: "cost", ...(tags && { tags }) });
    return (answer.body as SelectResponse).llm_label;
  };
  assert.equal(await labelOf({ region: "eu" }), "openai/gpt-4o");
  assert.equal(await labelOf({ region: "EU" }), "openai/gpt-4o-mini");
  assert.equal(await labelOf(), "openai/gpt-4o-mini");
  const dry = await account.browser.post<DryRunResult>(`/preferences/${id}/dry-run`, {
    policy: { deny: [{ label: "openai/gpt-4o", when: isEu }], fallback: "strict" },
    last_decisions: 3,
  });
  assert.deepEqual(
    dry.items.map(({ current, proposed }) => [current.label, proposed.label]),
    [
      ["openai/gpt-4o-mini", "openai/gpt-4o-mini"],
      ["openai/gpt-4o-mini", "openai/gpt-4o-mini"],
      ["openai/gpt-4o", "openai/gpt-4o-mini"],
    ],
  );
  const empty = await account.browser.call("POST", "/preferences", {
    body: { name: "x", policy: { deny: [{ provider: "openai", when: { tags: {} } }] } },
  });
  assert.equal(empty.status, 422);
  assert.match(empty.text, /names no tag/);
  const nobody = await account.browser.call("POST", "/preferences", {
    body: { name: "x", policy: { deny: [{ when: isEu }] } },
  });
  assert.match(nobody.text, /names nothing/);
});

test("an allow list of one region leaves the others free", async () => {
  const { id } = await save({
    name: "Only one in the EU",
    policy: { allow: [{ label: "openai/gpt-4o", when: { tags: { region: "eu" } } }] },
  });
  const labelOf = async (tags: object): Promise<string> =>
    ((await decide({ preference_id: id, tradeoff: "cost", tags })).body as SelectResponse).llm_label;
  assert.equal(await labelOf({ region: "eu" }), "openai/gpt-4o");
  assert.equal(await labelOf({ region: "us" }), "openai/gpt-4o-mini");
});

test("decisions are erased by tag, and the value leaves the sums too", async () => {
  await sessionOf({ tags: { customer: "cedar-4711" } });
  const tags = { customer: "cedar-4711" };
  const { decisions, to } = await account.browser.post<PrivacyCount>("/privacy/count", { tags });
  assert.equal(decisions, 1);
  const erased = await account.browser.call("POST", "/privacy/erase", { body: { tags, to, decisions } });
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual(await listed(`tags=${encodeURIComponent("customer=cedar-4711")}`), []);
  assert.doesNotMatch((await account.browser.call("GET", "/overview/tags")).text, /cedar/);
  assert.doesNotMatch((await account.browser.call("GET", "/audit-log")).text, /cedar/);
});
