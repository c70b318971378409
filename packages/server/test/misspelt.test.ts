// One slip in anything a request can name: warned of, or refused, never taken in silence.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createCatalog } from "@signalbox/catalog";
import fc from "fast-check";
import {
  DEFAULT_ACCOUNT_SETTINGS,
  READ_CANDIDATE_FIELDS,
  READ_FIELDS,
  SignalboxError,
  type DryRunResult,
  type FieldError,
  type Preference,
} from "@signalbox/contracts";
import { readSelectRequest } from "@signalbox/engine";

import { fillAccount } from "./filled-account.ts";
import { callRaw, EXAMPLE, keyOf } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

const catalog = createCatalog({ asOf: new Date("2026-09-01T00:00:00Z") });
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

type Edit = (text: string, at: number) => string;
const EDITS: readonly Edit[] = [
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => `${text.slice(0, at)}x${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}x${text.slice(at + 1)}`,
  (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
];

/** Every text that is one slip away. */
function slips(text: string): readonly string[] {
  const found = new Set<string>();
  for (let at = 0; at < text.length; at += 1) for (const edit of EDITS) found.add(edit(text, at));
  found.delete(text);
  return [...found];
}

/** The faults of a refusal, or the warnings of what was taken. */
function heardOf(body: object): readonly FieldError[] {
  try {
    return readSelectRequest(body, catalog).warnings;
  } catch (error) {
    assert.ok(error instanceof SignalboxError, String(error));
    return error.errors;
  }
}

test("the example has no warning, and neither have the fields of the dialects", () => {
  assert.deepEqual(heardOf(EXAMPLE), []);
  const dialect = {
    temperature: 0.2,
    stream: true,
    metric: "accuracy",
    timeout: 5,
    topk_models: 3,
    kwargs: {},
  };
  assert.deepEqual(heardOf({ ...EXAMPLE, ...dialect, response_format: { type: "text" } }), []);
});

test("every field of a request with one slip is heard of", () => {
  for (const field of READ_FIELDS)
    for (const name of slips(field)) {
      if (READ_FIELDS.includes(name) || name === "model") continue;
      assert.ok(heardOf({ ...EXAMPLE, [name]: "x" }).length > 0, name);
    }
});

test("every field of a candidate, of a message and of what is understood of attributes is heard of", () => {
  const withEntry = (entry: object) => heardOf({ ...EXAMPLE, llm_providers: [{ model: "o3", ...entry }] });
  for (const field of READ_CANDIDATE_FIELDS)
    for (const name of slips(field)) {
      if (READ_CANDIDATE_FIELDS.includes(name)) continue;
      assert.ok(withEntry({ [name]: 1 }).length > 0, name);
    }
  for (const field of ["context_length", "max_output_tokens", "supports_tools", "benchmarks", "quality"])
    for (const name of slips(field)) assert.ok(withEntry({ attributes: { [name]: 1 } }).length > 0, name);
  for (const name of slips("content"))
    assert.ok(heardOf({ ...EXAMPLE, messages: [{ role: "user", [name]: "hello" }] }).length > 0, name);
});

test("every value of an enumeration with one slip is heard of", () => {
  const cases: readonly (readonly [string, (value: string) => object])[] = [
    ["cost", (tradeoff) => ({ tradeoff })],
    ["latency", (tradeoff) => ({ tradeoff })],
    ["explanation", (value) => ({ include: [value] })],
    ["ranking", (value) => ({ include: [value] })],
    ["warnings", (value) => ({ include: [value] })],
    ["json_schema", (type) => ({ response_format: { type } })],
    ["json_object", (type) => ({ response_format: { type } })],
  ];
  for (const [value, member] of cases)
    for (const slip of slips(value)) assert.ok(heardOf({ ...EXAMPLE, ...member(slip) }).length > 0, slip);
  assert.ok(heardOf({ ...EXAMPLE, include: "explanation" }).length > 0);
});

test("every model of the catalogue with one slip is that model, another one, or warned of", (context) => {
  let warned = 0;
  for (const { id } of catalog.list()) {
    const tail = id.slice(id.lastIndexOf("/") + 1);
    if (tail.length < 5) continue;
    for (const slip of [2, Math.floor(tail.length / 2), tail.length - 2].flatMap((at) =>
      EDITS.map((edit) => edit(tail, at)),
    )) {
      const model = `${id.slice(0, id.length - tail.length)}${slip}`;
      if (catalog.resolve({ model }) !== undefined) continue;
      const [warning] = heardOf({ messages: "hello", llm_providers: [{ model }] });
      assert.match(warning?.fix ?? "", /^(?:Did you mean|Name it) /, model);
      warned += 1;
    }
  }
  context.diagnostic(`${warned} misspelt names of ${catalog.list().length} models`);
  assert.ok(warned > 1000);
});

test("what is misspelt stands in a header, in the answer on request, and is a 422 where strictness is asked for", async () => {
  const headers = { authorization: `Bearer ${keyOf(service)}` };
  const body = { ...EXAMPLE, tradeof: "cost", llm_providers: [{ provider: "openai", model: "gpt-4o-mni" }] };
  const ask = (more: object) =>
    callRaw(service, { headers, method: "POST", payload: JSON.stringify({ ...body, ...more }) });
  const plain = await ask({});
  assert.equal(plain.status, 200, plain.text);
  assert.equal("warnings" in (plain.json as object), false);
  assert.match(String(plain.headers["x-signalbox-warnings"]), /body\.tradeof.*gpt-4o-mni/);
  const { warnings } = (await ask({ include: ["warnings"] })).json as { warnings: FieldError[] };
  assert.match(warnings[0]?.fix ?? "", /Did you mean `tradeoff`/);
  assert.match(warnings[1]?.fix ?? "", /^Did you mean openai\/gpt-4o-mini\b/);
  const strict = await ask({ strict: true });
  assert.equal(strict.status, 422);
  assert.match(strict.text, /Did you mean `tradeoff`/);
});

test("an account can make every request strict", async () => {
  assert.equal(DEFAULT_ACCOUNT_SETTINGS.strict_requests, false);
  const browser = service.browser("198.51.100.9");
  await browser.post("/auth/sign-up", { email: "strict@example.org", password: "two brave silver spoons" });
  const { key } = await browser.post<{ key: string }>("/keys", { name: "k" }, 201);
  const patch = await browser.call("PATCH", "/account", { body: { settings: { strict_requests: true } } });
  assert.equal(patch.status, 200, patch.text);
  const headers = { authorization: `Bearer ${key}` };
  const payload = JSON.stringify({ ...EXAMPLE, tradeof: "cost" });
  assert.equal((await callRaw(service, { headers, method: "POST", payload })).status, 422);
});

// The sentences under the rules of a preference, over random accounts: each is proved by what the engine then decides.

const OWN = [
  { name: "house-llama", provider: "our-rack", model: "tuned-7" },
  { name: "house-mixture", provider: "our-rack", model: "tuned-9" },
  { provider: "openai", model: "gpt-4o" },
  { provider: "openai", model: "gpt-4o-mini" },
  { provider: "anthropic", model: "claude-sonnet-4-5" },
  { provider: "deepseek", model: "deepseek-chat" },
  { provider: "google", model: "gemini-2.5-flash" },
];
const VALUES = {
  label: ["house-*", "house-lama", "openai/gpt-4o", "openai/gpt-4*", "opnai/gpt-4o", "*flash", "nobody/*"],
  provider: ["openai", "depseek", "deepseek", "our-rack", "our-rak", "anthropc", "nobody-at-all"],
  model: ["tuned-7", "tuned-77", "gpt-4o-mni", "claude-sonnet-4-5", "*flash", "nothing-like-it"],
} as const;
/** Names that a pick of a filled account may have. */
const FITS_EARLIER = /gpt-4|openai/;

const rule = fc
  .record(
    {
      label: fc.constantFrom(...VALUES.label),
      provider: fc.constantFrom(...VALUES.provider),
      model: fc.constantFrom(...VALUES.model),
    },
    { requiredKeys: [] },
  )
  .filter((match) => Object.keys(match).length > 0);
const offered = fc
  .uniqueArray(fc.nat(OWN.length - 1), { minLength: 2, maxLength: 4 })
  .map((positions) => positions.map((position) => OWN[position]));

test("what is said under a rule is proved by banning: so many picks change, and a slip changes none", async () => {
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(offered, { minLength: 4, maxLength: 8 }),
      fc.array(rule, { minLength: 3, maxLength: 8 }),
      async (calls, rules) => {
        accounts += 1;
        const { browser, key } = await fillAccount(service, `plover${accounts}`);
        const { id } = await browser.post<Preference>("/preferences", { policy: {} }, 201);
        const headers = { authorization: `Bearer ${key}` };
        for (const [index, candidates] of calls.entries()) {
          service.clock.ms += 1000;
          const messages = `How many parcels are on lorry ${index}?`;
          const body = { messages, llm_providers: candidates, preference_id: id, find_session: false };
          const answer = await service.browser().call("POST", "/model-select", { headers, body });
          assert.equal(answer.status, 200, answer.text);
        }
        const banned = (match: object): Promise<DryRunResult> =>
          browser.post(`/preferences/${id}/dry-run`, { policy: { deny: [match] }, last_decisions: 200 });
        for (const match of rules) {
          const { rules: judged, changed, total, traffic } = await banned(match);
          const [said] = judged;
          assert.deepEqual([judged.length, total, traffic], [1, calls.length, "preference"]);
          const words = `${JSON.stringify(match)}: ${JSON.stringify(said)}, ${changed} change`;
          assert.equal(said?.location, "deny[0]");
          // One that the account had before stands under another preference and may be OpenAI's; no other name above fits it.
          if (!Object.values(match).some((value) => FITS_EARLIER.test(value)))
            assert.equal(said.picks, changed, words);
          const saved = await browser.call("POST", "/preferences", { body: { policy: { deny: [match] } } });
          assert.equal(saved.status, said.fault === null ? 201 : 422, words);
          if (said.fault === null) continue;
          assert.equal(changed, 0, words);
          if (said.meant === null) continue;
          const slip = Object.entries(match).find(([place]) => said.fault?.startsWith(`No ${place} `));
          assert.ok(slip !== undefined, words);
          const repaired = await banned({ ...match, [slip[0]]: said.meant });
          assert.ok(saved.text.includes(`Did you mean \`${said.meant}\``), words);
          if (repaired.rules[0]?.fault !== null) continue;
          assert.equal(said.meant_picks, repaired.rules[0]?.picks, words);
          if (!FITS_EARLIER.test(said.meant)) assert.equal(said.meant_picks, repaired.changed, words);
        }
      },
    ),
    { numRuns: 8 },
  );
});
