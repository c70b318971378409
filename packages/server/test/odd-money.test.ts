// Prices, efforts and bounds beyond the usual: a sensible answer, or a 422 that names the field.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import type { Ledger } from "@signalbox/contracts";

import { assertProblem, select, selected } from "./select-client.ts";
import { startTestService, type TestService } from "./test-service.ts";

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const messages = [{ role: "user", content: "What is the capital of France?" }];
const OBJECTIVES = [
  {},
  { tradeoff: "cost" },
  { tradeoff: "latency" },
  { cost_quality_tradeoff: 10 },
] as const;
const ask = (providers: readonly object[], more: object = {}) =>
  selected(service, {
    messages,
    llm_providers: providers as never,
    include: ["explanation"],
    ...more,
  });

async function refused(providers: readonly object[], more: object, field: RegExp): Promise<void> {
  const answer = await select(service, { messages, llm_providers: providers as never, ...more });
  const { errors = [] } = assertProblem(answer, 422, "validation_failed");
  assert.ok(
    errors.some(({ location }) => field.test(location)),
    JSON.stringify(errors),
  );
}

test("a price of 0 is free and picked under the price alone; all may be free", async () => {
  const paid = { model: "openai/gpt-4o-mini" };
  for (const objective of OBJECTIVES) {
    const free = await ask(
      [
        { model: "acme/a", price: 0 },
        { model: "acme/b", price: 0 },
      ],
      objective,
    );
    assert.match(free.llm_label, /^acme\/[ab]$/);
    const { usd = Number.NaN } = free.explanation?.ranking[0]?.loss ?? {};
    assert.equal(usd, 0);
  }
  assert.equal((await ask([paid, { model: "acme/a", price: 0 }], OBJECTIVES[3])).llm_label, "acme/a");
});

test("prices that are no price are refused at their place", async () => {
  for (const price of [1e308, -1, "NaN", "free"])
    await refused(
      [{ model: "openai/gpt-4o-mini" }, { model: "acme/a", price }],
      {},
      /llm_providers\[1\]\.price/,
    );
});

test("models of which nothing is known, and one model alone, are answered under every objective", async () => {
  for (const objective of OBJECTIVES) {
    const labels = ["acme/a", "acme/b"];
    const unknown = await ask(
      labels.map((model) => ({ model })),
      objective,
    );
    assert.ok(labels.includes(unknown.llm_label));
    for (const { loss } of unknown.explanation?.ranking ?? []) assert.ok(Number.isFinite(loss?.total));
    assert.equal((await ask([{ model: "acme/a" }], objective)).llm_label, "acme/a");
  }
});

test("twenty efforts of one model compete as far as the model has them; the rest is refused by name", async () => {
  const model = "openai/gpt-5.4-mini";
  const efforts = ["none", "minimal", "low", "medium", "high", "xhigh"];
  const answer = await ask([{ model, efforts: "auto" }], { tradeoff: "cost" });
  assert.ok(efforts.includes(String(answer.reasoning_effort)), String(answer.reasoning_effort));
  const many = Array.from({ length: 20 }, (_, at) => efforts[at % efforts.length]);
  await refused([{ model, efforts: many }], {}, /llm_providers\[0\]\.efforts/);
});

test("a bound on the loss of 0 keeps the ablest, 100 binds nothing, and -1 is refused", async () => {
  const models = ["openai/gpt-5.4-nano", "openai/gpt-5.5", "anthropic/claude-opus-4.8"];
  const providers = models.map((model) => ({ model }));
  const none = await ask(providers, { max_loss_points: 0 });
  const best = Math.max(...(none.explanation?.ranking.map(({ success }) => success) ?? []));
  assert.equal(none.explanation?.ranking[0]?.success, best);
  const any = await ask(providers, { max_loss_points: 100 });
  assert.equal(any.llm_label, (await ask(providers, { cost_quality_tradeoff: 10 })).llm_label);
  for (const bound of [-1, 101, "two"])
    await refused(providers, { max_loss_points: bound }, /max_loss_points/);
});

test("an account without traffic has saved nothing", async () => {
  const browser = service.browser("198.51.100.7");
  const account = { email: "wren@example.org", password: "nine patient copper bells", organisation: "wren" };
  await browser.post("/auth/sign-up", account);
  const { decisions, compared, singles, rows } = await browser.get<Ledger>("/overview/ledger");
  assert.deepEqual([decisions, compared, singles], [0, null, []]);
  assert.ok(rows.every(({ decisions: own, so_far: soFar }) => own === 0 && soFar === null));
});
