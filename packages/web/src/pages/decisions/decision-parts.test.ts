// The list of decisions, its filters, and the facts of one: what they show, and where they lead.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { DecisionDetail, ListedDecision } from "@signalbox/sdk";
import { loadTsx } from "../../../test/support/load-tsx.ts";
import { attributesOf, render, textOf, textsOf } from "../../../test/support/render.ts";
import { NO_FILTERS } from "../../lib/explore.ts";
import type { ChainPanel, DecisionFacts } from "./decision-page.tsx";
import type { DECISION_COLUMNS, feedbackWords } from "./decision-columns.tsx";
import type { DecisionFilters } from "./decision-filters.tsx";

let columns: {
  readonly DECISION_COLUMNS: typeof DECISION_COLUMNS;
  readonly feedbackWords: typeof feedbackWords;
};
let facts: { readonly DecisionFacts: typeof DecisionFacts };
let filters: { readonly DecisionFilters: typeof DecisionFilters };
let chains: { readonly ChainPanel: typeof ChainPanel };
before(async () => {
  columns = await loadTsx("pages/decisions/decision-columns.tsx");
  facts = await loadTsx("pages/decisions/decision-page.tsx");
  filters = await loadTsx("pages/decisions/decision-filters.tsx");
  chains = await loadTsx("pages/decisions/decision-page.tsx");
});

const row = (more: object = {}): ListedDecision =>
  ({
    session_id: "s-1",
    created_at: "2026-01-03T14:05:09.000Z",
    label: "vendor/kite",
    field: "common_sense",
    turn: 1,
    degraded: false,
    explored: false,
    success: 0.8,
    spread: 0.1,
    usd: null,
    seconds: 2,
    candidate_count: 3,
    rejected_count: 0,
    key_id: "key-1",
    key_name: "production",
    preference_id: null,
    preference_name: null,
    operation: "",
    tags: null,
    call_role: null,
    preview: null,
    feedback_value: null,
    ...more,
  }) as unknown as ListedDecision;

const cellOf = (name: string, more: object = {}): string => {
  const column = columns.DECISION_COLUMNS.find((one) => one.name === name);
  assert.ok(column !== undefined, name);
  return render(() => column.show(row(more)), {});
};

test("a decision leads to its page and says what was asked in words", () => {
  assert.deepEqual(attributesOf(cellOf("Picked"), "href"), ["/decisions/s-1"]);
  assert.equal(textOf(cellOf("Request")), "common sense");
  assert.equal(
    textOf(cellOf("Request", { turn: 3, degraded: true, explored: true })),
    "common sense turn 3 degraded explored",
  );
});

test("an unknown price is a dash, and rejected candidates are counted beside all of them", () => {
  assert.equal(textOf(cellOf("Dollars")), "–");
  assert.equal(textOf(cellOf("Candidates", { rejected_count: 2 })), "3 −2");
  assert.equal(textOf(cellOf("Candidates")), "3");
});

test("who asked is named, the dashboard too, and what was deleted is called so", () => {
  assert.equal(textOf(cellOf("Asked by")), "production");
  assert.equal(textOf(cellOf("Asked by", { key_id: null, key_name: null })), "dashboard");
  const gone = { key_name: null, preference_id: "pref-1", preference_name: "House" };
  assert.equal(textOf(cellOf("Asked by", gone)), "deleted key House");
  assert.equal(textOf(cellOf("Asked by", { preference_id: "pref-1" })), "production deleted preference");
});

test("a request shows how it begins where words are kept, and what it was read as in either case", () => {
  const more = { operation: "write_code", field: "software", preview: "Parse ISO 8601 durations" };
  assert.equal(textOf(cellOf("Request", more)), "Parse ISO 8601 durations software, write code");
  assert.equal(textOf(cellOf("Request", { ...more, preview: null })), "software, write code");
});

test("a request that an agent made aside of its conversation says what for", () => {
  assert.match(textOf(cellOf("Request", { call_role: "sub_agent" })), /sub-agent/);
  assert.doesNotMatch(textOf(cellOf("Request", { call_role: "main" })), /main/);
});

test("feedback is good, bad, a share, or not there", () => {
  assert.deepEqual([1, 0, 0.25, null].map(columns.feedbackWords), ["good", "bad", "25 %", "–"]);
});

const KNOWN = {
  labels: ["vendor/kite"],
  fields: [],
  keys: [{ id: "key-1", name: "production" }],
  preferences: [],
  tags: [],
} as unknown as Parameters<typeof DecisionFilters>[0]["known"];

const shownFilters = (more: Partial<typeof NO_FILTERS> = {}): string =>
  render(filters.DecisionFilters, {
    filters: { ...NO_FILTERS, ...more },
    onChange: () => undefined,
    range: { span: "7", from: "", to: "" },
    known: KNOWN,
    isOpen: true,
  });

test("what is filtered by stays in the list of choices although it is not known any more", () => {
  const html = shownFilters({ label: "vendor/gone" });
  assert.ok(textsOf(html, "option").includes("vendor/gone"));
  assert.match(html, /<option selected value="vendor\/gone">/);
  assert.equal(textsOf(shownFilters(), "option").includes("vendor/gone"), false);
});

test("the three choices of the address are one choice of the form", () => {
  const chosen = (more: Partial<typeof NO_FILTERS>): string => {
    const html = shownFilters(more);
    return textOf(html.slice(html.indexOf(">State<"))).length > 0
      ? (/<option selected[^>]*>([^<]*)</.exec(html.slice(html.indexOf(">State<")))?.[1] ?? "")
      : "";
  };
  assert.deepEqual(
    [{}, { degraded: "true" }, { degraded: "false" }, { explored: "true" }, { rejected: "true" }].map(
      (more) => chosen(more as Partial<typeof NO_FILTERS>),
    ),
    ["Any", "Degraded", "Not degraded", "Explored", "With rejected candidates"],
  );
});

test("a language comes from a chart alone and can be taken away", () => {
  assert.doesNotMatch(textOf(shownFilters()), /Language:/);
  assert.match(textOf(shownFilters({ language: "de" })), /Language: de/);
});

const decision = (more: object = {}): DecisionDetail =>
  ({
    ...row(),
    key_name: null,
    preference_name: "House",
    preference_id: "pref-1",
    preference_version: 3,
    shadow: null,
    decide_us: 420,
    feedback: [],
    explanation: {
      conversation: {
        field: "common_sense",
        language: "en",
        difficulty: 0.4,
        familiarity: 0.9,
        turns: 1,
        tools: 2,
        notes: ["A greeting was set aside."],
      },
      objective: { kind: "cost", usd_worth: 0.05, seconds_worth: 0 },
      session: { action: "no_session", reason: "A first turn." },
      versions: { artefact: "art-1", catalogue: "cat-1", policy: "1.1.0" },
    },
    ...more,
  }) as unknown as DecisionDetail;

const factsOf = (more: object = {}): Map<string, string> => {
  const html = render(facts.DecisionFacts, { decision: decision(more) });
  const names = textsOf(html, "dt");
  return new Map(textsOf(html, "dd").map((value, index) => [names[index] ?? "", value]));
};

test("the facts of a decision say what decided, in points", () => {
  const found = factsOf();
  assert.equal(found.get("Objective"), "saves money, a bill ten times smaller is worth 5 points");
  assert.equal(found.get("Expected"), "80 % for – in 2.0 s");
  assert.equal(found.get("Billed"), "not reported");
  const billed = { label: row().label, withdrawn: false, usage: { usd: 0.25 } };
  assert.equal(factsOf({ feedback: [billed] }).get("Billed"), "$0.250");
  assert.equal(factsOf({ label: "" }).has("Expected"), false);
  assert.equal(found.get("Size"), "1 turn, 2 tools");
  assert.equal(found.get("Session plan"), "A first turn.");
  assert.equal(found.get("Key"), "deleted key");
  assert.equal(found.get("Preference"), "House, version 3");
});

test("a shadow says whether it would have picked the same, something else, or nothing", () => {
  const shadow = { preference_id: "pref-2", version: 1, label: "vendor/kite", success: 0.7, usd: 0.1 };
  assert.equal(factsOf().has("Shadow"), false);
  assert.match(factsOf({ shadow }).get("Shadow") ?? "", /^the same pick , 70 % for \$0\.100/);
  assert.match(factsOf({ shadow: { ...shadow, label: "vendor/owl" } }).get("Shadow") ?? "", /^vendor\/owl/);
  assert.match(factsOf({ shadow: { ...shadow, label: null } }).get("Shadow") ?? "", /^refused by/);
});

const turn = (id: string, number: number): object => ({
  session_id: id,
  label: "vendor/kite",
  turn: number,
  created_at: "2026-01-03T14:05:09.000Z",
  success: 0.8,
  usd: 0.01,
});

const chainOf = (turns: readonly object[], next: string | null = null): string =>
  render(chains.ChainPanel, { decision: { session_id: "s-2", chain_id: "s-1" } }, [
    [["decisions", "chain", "s-1"], { data: turns.toReversed(), next_cursor: next }],
  ]);

test("a session marks the turn that is looked at, links to the others and to all of them as decisions", () => {
  const html = chainOf([turn("s-1", 1), turn("s-2", 2), turn("s-3", 3)], "more");
  assert.deepEqual(attributesOf(html, "href"), [
    "/decisions?chain_id=s-1",
    "/decisions/s-1",
    "/decisions/s-3",
  ]);
  assert.equal(html.split('aria-current="true"').length - 1, 1);
  assert.match(textOf(html), /^Session, over 3 turns/);
});

test("a decision that stands alone has no panel of its session", () => {
  assert.equal(chainOf([turn("s-2", 1)]), "");
});
