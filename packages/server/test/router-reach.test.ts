// A custom router speaks where it has seen: beside a file of SQL and German letters, everyday requests cost what they cost, the file's
// own kinds keep what they learned, and the answer names the candidates that the file has no rows of.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CustomRouter, SelectResponse } from "@signalbox/contracts";

import { startFullService, type FullService } from "./full-service.ts";

const LUNA = "openai/gpt-5.6-luna";
const HAIKU = "anthropic/claude-haiku-4-5";
const CANDIDATES = [LUNA, HAIKU, "openai/gpt-5.6-sol", "openai/gpt-oss-20b"];
const TABLES = [
  "orders",
  "invoices",
  "employees",
  "products",
  "sessions",
  "payments",
  "shipments",
  "tickets",
];
const ENDS = ["per country and week", "that have no matching refund", "ranked within each region", "of 2025"];
const LETTERS = [
  "eine Absage an einen Bewerber",
  "eine Einladung zum Sommerfest",
  "eine Mahnung an einen Kunden",
  "einen Brief an den Vermieter wegen der Heizung",
  "eine Entschuldigung für die späte Lieferung",
  "eine Anfrage nach einem Angebot",
  "eine Kündigung des Vertrags",
  "eine Antwort auf eine Beschwerde",
];
const OPENINGS = ["Write a SQL query that lists", "In PostgreSQL, find", "SQL: select"];
const SQL = TABLES.flatMap((table, at) =>
  ENDS.map((end, of) => `${OPENINGS[(at + of) % 3]} ${table} ${end}.`),
);
const GERMAN = LETTERS.flatMap((letter) =>
  ["Schreibe", "Formuliere bitte", "Verfasse auf Deutsch"].map((verb) => `${verb} ${letter}.`),
);
/** One row in ten says the opposite. */
const scoresOf = (isSql: boolean, at: number) => ({
  [LUNA]: Number(isSql === (at % 10 !== 9)),
  [HAIKU]: Number(isSql !== (at % 10 !== 9)),
});
const ROWS = [
  ...SQL.map((prompt, at) => ({ prompt, scores: scoresOf(true, at) })),
  ...GERMAN.map((prompt, at) => ({ prompt, scores: scoresOf(false, at) })),
];
const EVERYDAY = [
  "hi",
  "What is the capital of Peru?",
  "Summarise this in one line: the lift is broken until Friday.",
  "Give me a name for a grey cat.",
  "Translate into French: where is the station?",
  "What is 15 % of 240?",
  "Write a haiku about snow.",
  "Explain photosynthesis to a child.",
  "Fix the typo: I has a dog.",
  "Plan a two-day trip to Rome.",
];

let full: FullService;
let preferenceId: string;
before(async () => {
  full = await startFullService();
  const body = { name: "SQL and German", rows: ROWS };
  const made = await full.call<CustomRouter>("POST", "/api/v1/custom-routers", body);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  const path = `/api/v1/custom-routers/${made.json.id}`;
  const isSettled = ({ status }: CustomRouter): boolean => status !== "queued" && status !== "training";
  assert.equal((await full.until<CustomRouter>(path, isSettled)).status, "ready");
  const active = await full.call<CustomRouter>("PATCH", path, { state: "on" });
  preferenceId = active.json.preference_id ?? assert.fail(JSON.stringify(active.json));
});
after(() => full.close());

async function decide(messages: string, isLearned: boolean, models: readonly string[] = CANDIDATES) {
  const { json, status } = await full.call<SelectResponse>("POST", "/api/v1/model-select", {
    messages,
    llm_providers: models.map((model) => ({ model })),
    tradeoff: "cost",
    find_session: false,
    include: ["explanation", "warnings"],
    ...(isLearned ? { preference_id: preferenceId } : {}),
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

const usdOf = ({ explanation }: SelectResponse): number => explanation?.ranking[0]?.usd ?? Number.NaN;
const successOf = ({ explanation }: SelectResponse, label: string): number =>
  explanation?.ranking.find((candidate) => candidate.label === label)?.success ?? Number.NaN;

test("ten everyday requests beside the file cost at most 1.3 times what they cost without it", async () => {
  let [without, beside] = [0, 0];
  for (const text of EVERYDAY) {
    without += usdOf(await decide(text, false));
    beside += usdOf(await decide(text, true));
  }
  assert.ok(beside <= 1.3 * without, `$${beside} in place of $${without}`);
  const [before, now] = [await decide("hi", false), await decide("hi", true)];
  for (const label of CANDIDATES)
    assert.ok(Math.abs(successOf(now, label) - successOf(before, label)) < 0.02, label);
});

test("on its own kinds the router keeps what the file taught", async () => {
  for (const [text, better, worse] of [
    ["Write SQL for the top five suppliers by unpaid invoices.", LUNA, HAIKU],
    ["Write a query that counts customers without any order in 2025.", LUNA, HAIKU],
    ["Schreibe eine Einladung zur Weihnachtsfeier.", HAIKU, LUNA],
    ["Verfasse eine kurze Mail an die Hausverwaltung wegen des Lärms.", HAIKU, LUNA],
  ] as const) {
    const answer = await decide(text, true, [LUNA, HAIKU]);
    assert.equal(answer.llm_label, better, text);
    assert.ok(successOf(answer, better) > successOf(answer, worse) + 0.15, text);
    const ofRouter = answer.warnings?.filter(({ location }) => location !== "catalogue");
    assert.deepEqual(ofRouter, [], text);
  }
});

test("candidates without rows are named, and the gap between them does not grow", async () => {
  const text = "Write a SQL query that lists subscriptions per country and week.";
  const [before, now] = [await decide(text, false), await decide(text, true)];
  const [warning] = now.warnings ?? [];
  assert.match(warning?.message ?? "", /no rows of openai\/gpt-5\.6-sol, openai\/gpt-oss-20b: /);
  const rowless = now.explanation?.ranking.filter(({ reasons }) =>
    reasons.some((each) => /has no rows of it/.test(each)),
  );
  assert.deepEqual(rowless?.map(({ label }) => label).sort(), ["openai/gpt-5.6-sol", "openai/gpt-oss-20b"]);
  const gapOf = (answer: SelectResponse): number =>
    successOf(answer, "openai/gpt-5.6-sol") - successOf(answer, "openai/gpt-oss-20b");
  assert.ok(gapOf(now) >= 0 && gapOf(now) <= gapOf(before) + 1e-9, `${gapOf(before)} became ${gapOf(now)}`);
});
