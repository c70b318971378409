import assert from "node:assert/strict";
import { test } from "node:test";

import type { ModelCatalog, SelectRequestWire } from "@signalbox/contracts";

import { createTinyModel } from "../../test/tiny-model.ts";
import type { RouterOptions } from "./create-router.ts";
import { createRouter } from "./create-router.ts";

const catalog: ModelCatalog = { version: "test", resolve: () => undefined, list: () => [] };

const open = (options: Partial<RouterOptions> = {}) =>
  createRouter({ model: createTinyModel(), catalog, ...options });

const REQUEST: SelectRequestWire = {
  messages: "Prove the theorem.",
  llm_providers: [
    { name: "large", price: 10, attributes: { quality: 0.9 } },
    { name: "small", price: 0.1, attributes: { quality: 0.4 } },
  ],
};

test("a request is answered in the form of the contract, with its ranking", () => {
  const answer = open().select(REQUEST);
  assert.equal(answer.llm_label, "large");
  assert.deepEqual(answer.ranking, ["large", "small"]);
  assert.match(answer.session_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(answer.explanation, undefined);
  assert.equal(open().select({ ...REQUEST, include: ["explanation"] }).explanation?.ranking.length, 2);
});

test("with clock and randomness given, the same requests get the same answers", () => {
  const seeded = () =>
    open({ nowMs: () => 1e12, uniform: () => 0.5, uuid: () => "00000000-0000-4000-8000-000000000000" });
  assert.deepEqual(seeded().select(REQUEST), seeded().select(REQUEST));
});

test("a session is continued until it times out", () => {
  const clock = { ms: 1e12 };
  const router = open({ nowMs: () => clock.ms, sessionTtlS: 60 });
  const turnAfter = (waitMs: number, previous_session: string): number | undefined => {
    clock.ms += waitMs;
    return router.select({ ...REQUEST, previous_session, include: ["explanation"] }).explanation?.session
      .turn;
  };
  const { session_id } = router.select(REQUEST);
  assert.equal(turnAfter(59_000, session_id), 2);
  assert.equal(turnAfter(59_000, session_id), 1);
});

test("no more sessions are remembered than allowed; a forgotten one is reported", () => {
  const router = open({ sessionsMax: 2 });
  const [first] = [1, 2, 3].map(() => router.select(REQUEST).session_id);
  assert.throws(() => router.select({ ...REQUEST, previous_session: first ?? "" }), { code: "not_found" });
});

test("a policy decides by its id, the default where none is named", () => {
  const preferences = { cheap: { deny: [{ label: "large" }] }, free: {} };
  const router = open({ preferences, defaultPreferenceId: "cheap" });
  assert.equal(router.select(REQUEST).llm_label, "small");
  assert.equal(router.select({ ...REQUEST, preference_id: "free" }).llm_label, "large");
  assert.throws(() => router.select({ ...REQUEST, preference_id: "other" }), { code: "not_found" });
});

test("a policy that is misspelt, or needs the service, is reported when the router is made", () => {
  const misspelt = { preferences: { p: { price_ceilling: 1 } } } as unknown as Partial<RouterOptions>;
  assert.throws(() => open(misspelt), {
    code: "validation_failed",
    message: /preferences\.p\.price_ceilling/,
  });
  const wrong = { preferences: { p: { minimum_success: 7 } } };
  assert.throws(() => open(wrong), { code: "validation_failed", message: /preferences\.p\.minimum_success/ });
  const foreign = { preferences: { p: { custom_router_id: "r" } } };
  assert.throws(() => open(foreign), { code: "invalid_configuration" });
  assert.throws(() => open({ defaultPreferenceId: "none" }), { code: "not_found" });
});

test("exploration follows the given draw", () => {
  const close = [
    { name: "a", price: 1, attributes: { quality: 0.8 } },
    { name: "b", price: 1, attributes: { quality: 0.79 } },
  ];
  const labels = [0.05, 0.95].map(
    (draw) =>
      open({ explorationRate: 0.5, uniform: () => draw }).select({ ...REQUEST, llm_providers: close })
        .llm_label,
  );
  assert.equal(new Set(labels).size, 2);
});

test("a number out of its range is reported when the router is made", () => {
  const ranges: readonly Partial<RouterOptions>[] = [
    { explorationRate: Number.NaN },
    { explorationRate: 1.1 },
    { sessionTtlS: -1 },
    { sessionsMax: Number.NaN },
    { sessionsMax: 0 },
  ];
  for (const range of ranges) {
    const [name = ""] = Object.keys(range);
    assert.throws(() => open(range), { code: "invalid_configuration", message: new RegExp(name) });
  }
});
