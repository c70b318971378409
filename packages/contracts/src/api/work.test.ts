// Questions that callers may ask of the journal and of long work: lists, replays, dry runs, uploads, spans of time.
import { characters, holdBoundaries, items } from "../boundaries.suite.ts";
import { CreateCustomRouterSchema } from "./custom-routers.ts";
import {
  DecisionsQuerySchema,
  PlaygroundRequestSchema,
  PlaygroundSavingsRequestSchema,
} from "./decisions.ts";
import { OverviewGroupsQuerySchema } from "./overview-groups.ts";
import { LedgerQuerySchema } from "./ledger.ts";
import { OverviewQuerySchema } from "./overview.ts";
import { CreatePreferenceSchema, DryRunSchema, UpdatePreferenceSchema } from "./preferences.ts";
import { CreateReplaySchema } from "./replay.ts";

const AT = "2026-01-31T12:00:00Z";
const conversation = { messages: "Hello", llm_providers: [{ model: "gpt-4o" }] };
const row = { prompt: "2 + 2?", scores: { "openai/gpt-4o": 1, "openai/o3": null } };

holdBoundaries("a list of decisions", {
  schema: DecisionsQuerySchema,
  valid: {},
  takes: {
    "every filter": {
      label: "a",
      field: "software",
      degraded: true,
      preference_id: "p",
      preference_version: 2,
      key_id: "k",
      from: AT,
      to: AT,
    },
    "a search of 200 characters": { q: characters(200) },
  },
  refuses: {
    "a search of 201 characters": { q: characters(201) },
    "a time without a day": { from: "12:00" },
    "an empty preference id": { preference_id: "" },
    "a version that never was": { preference_version: 0 },
    "201 a page": { limit: 201 },
  },
});

holdBoundaries("a replay", {
  schema: CreateReplaySchema,
  valid: { a: {}, b: { policy: { objective: { kind: "cost" } } } },
  takes: {
    "a version of a preference": { a: { preference_id: "p", version: 3 } },
    "100,000 decisions": { decisions_max: 100_000 },
    "a span of time": { from: AT, to: AT },
  },
  refuses: {
    "one side alone": { b: undefined },
    "no decisions": { decisions_max: 0 },
    "more than 100,000 decisions": { decisions_max: 100_001 },
    "a version of zero": { a: { preference_id: "p", version: 0 } },
    "a policy that is invalid": { b: { policy: { minimum_success: 2 } } },
  },
});

holdBoundaries("a dry run", {
  schema: DryRunSchema,
  valid: { conversations: [conversation] },
  takes: {
    "200 conversations": { conversations: items(200, conversation) },
    "the last 200 decisions": { conversations: undefined, last_decisions: 200 },
  },
  refuses: {
    "201 conversations": { conversations: items(201, conversation) },
    "an empty list": { conversations: [] },
    "the last 201 decisions": { last_decisions: 201 },
  },
});

holdBoundaries("a new preference", {
  schema: CreatePreferenceSchema,
  valid: {},
  takes: { "a name and a policy": { name: "Cheap", policy: { fallback: "strict" } } },
  refuses: { "an empty name": { name: "" }, "a policy that is a text": { policy: "cheap" } },
});

holdBoundaries("a change of a preference", {
  schema: UpdatePreferenceSchema,
  valid: { expected_version: 1 },
  takes: { "whatever the version is": { expected_version: undefined }, "a restored version": { restore: 1 } },
  refuses: {
    "a version that no column holds": { restore: 2_147_483_648 },
    "a version of zero": { expected_version: 0 },
    "a version in words": { expected_version: "1" },
  },
});

holdBoundaries("an upload in JSON", {
  schema: CreateCustomRouterSchema,
  valid: { rows: [row] },
  takes: { "5,000 rows": { rows: items(5000, row) }, "scores that are better small": { maximize: false } },
  refuses: {
    "no rows": { rows: [] },
    "5,001 rows": { rows: items(5001, row) },
    "an empty prompt": { rows: [{ ...row, prompt: "" }] },
    "a score in words": { rows: [{ ...row, scores: { a: "good" } }] },
  },
});

holdBoundaries("a span of the overview", {
  schema: OverviewQuerySchema,
  valid: {},
  takes: { "a span": { from: AT, to: AT } },
  refuses: { "a time in words": { to: "now" } },
});

holdBoundaries("decisions by group", {
  schema: OverviewGroupsQuerySchema,
  valid: { by: "key" },
  takes: { "a span": { from: AT, to: AT }, "versions of preferences": { by: "version" } },
  refuses: { "nothing to group by": { by: undefined }, "what has no sums": { by: "session" } },
});

holdBoundaries("the ledger of a span", {
  schema: LedgerQuerySchema,
  valid: {},
  takes: { "one label": { baseline: characters(513) }, days: { by: "day" } },
  refuses: { "a label that is too long": { baseline: characters(514) }, weeks: { by: "week" } },
});

holdBoundaries("a request of the playground", {
  schema: PlaygroundRequestSchema,
  valid: conversation,
  takes: { "a policy to try out": { policy: { exploration_rate: 0 } }, "no policy": { policy: null } },
  refuses: {
    "a policy that is invalid": { policy: { exploration_rate: 1 } },
    "no conversation": { messages: undefined },
  },
});

holdBoundaries("prompts whose savings are asked for", {
  schema: PlaygroundSavingsRequestSchema,
  valid: { prompts: ["Hello"], models: ["gpt-4o", "gpt-4o-mini"] },
  takes: {
    "the model of now": { now: "gpt-4o" },
    "a hundred prompts": { prompts: Array(100).fill("Hello") },
  },
  refuses: {
    "no prompt": { prompts: [] },
    "an empty prompt": { prompts: [""] },
    "too many prompts": { prompts: Array(101).fill("Hello") },
    "no model": { models: [] },
    "a model without a name": { models: [""] },
    "a slip in a name": { promts: ["Hello"] },
  },
});
