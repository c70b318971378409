// The account, its members and the models that it corrects.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Compile } from "typebox/compile";

import { characters, holdBoundaries, items } from "../boundaries.suite.ts";
import {
  AccountSettingsSchema,
  DEFAULT_ACCOUNT_SETTINGS,
  DeleteAccountSchema,
  UpdateAccountSchema,
} from "./account.ts";
import { DEFAULT_SCOPES, ROLES, RoleSchema, SCOPES, ScopeSchema } from "./common.ts";
import { InviteMemberSchema, UpdateMemberSchema } from "./members.ts";
import { ModelOverrideParamsSchema, ModelOverrideSchema } from "./models.ts";

test("the settings of a new account are valid, keep no text and learn", () => {
  assert.deepEqual([...Compile(AccountSettingsSchema).Errors(DEFAULT_ACCOUNT_SETTINGS)], []);
  assert.equal(DEFAULT_ACCOUNT_SETTINGS.retention, "none");
  assert.equal(DEFAULT_ACCOUNT_SETTINGS.exploration_rate, 0);
  assert.equal(DEFAULT_ACCOUNT_SETTINGS.learning_enabled, true);
});

test("the lists of roles and scopes are those of the schemas, the mightiest role first", () => {
  assert.deepEqual(ROLES, ["owner", "member", "read_only"]);
  assert.deepEqual(SCOPES, ["select", "feedback", "preferences", "read", "privacy"]);
  assert.deepEqual(DEFAULT_SCOPES, ["select", "feedback", "preferences", "read"]);
  for (const role of ROLES) assert.ok(Compile(RoleSchema).Check(role));
  for (const scope of SCOPES) assert.ok(Compile(ScopeSchema).Check(scope));
  assert.equal(Compile(RoleSchema).Check("admin"), false);
});

const settings = (members: object) => ({ settings: members });

holdBoundaries("a change of the account", {
  schema: UpdateAccountSchema,
  valid: {},
  takes: {
    "one setting": settings({ learning_enabled: false }),
    "text that is kept": settings({ retention: "text" }),
    "decisions kept for ten years": settings({ retention_days: 3650 }),
    "decisions kept for ever": settings({ retention_days: null }),
    "the most exploration": settings({ exploration_rate: 0.2 }),
    "sessions of thirty days": settings({ session_ttl_s: 2_592_000 }),
    "no default preference": settings({ default_preference_id: null }),
  },
  refuses: {
    "an empty name": { name: "" },
    "a retention that does not exist": settings({ retention: "all" }),
    "decisions kept for no day": settings({ retention_days: 0 }),
    "decisions kept for more than ten years": settings({ retention_days: 3651 }),
    "more exploration than a fifth": settings({ exploration_rate: 0.21 }),
    "sessions of no second": settings({ session_ttl_s: 0 }),
    "sessions above thirty days": settings({ session_ttl_s: 2_592_001 }),
    "an empty preference id": settings({ default_preference_id: "" }),
  },
});

holdBoundaries("the deletion of an account", {
  schema: DeleteAccountSchema,
  valid: { confirm: "Engines" },
  takes: { "a name of 400 characters": { confirm: characters(400) } },
  refuses: { "no confirmation": { confirm: undefined }, "a yes": { confirm: true } },
});

holdBoundaries("an invitation", {
  schema: InviteMemberSchema,
  valid: { email: "ada@example.org", role: "member" },
  takes: { "a second owner": { role: "owner" } },
  refuses: {
    "an address that is invalid": { email: "ada" },
    "no role": { role: undefined },
    "a role that does not exist": { role: "guest" },
  },
});

holdBoundaries("a change of role", {
  schema: UpdateMemberSchema,
  valid: { role: "read_only" },
  takes: { "a member who may write": { role: "member" } },
  refuses: { "several roles": { role: ["owner", "member"] }, "no role": { role: null } },
});

holdBoundaries("the id of a corrected model", {
  schema: ModelOverrideParamsSchema,
  valid: { id: "openai/gpt-4o" },
  takes: { "256 characters": { id: characters(256) } },
  refuses: { nothing: { id: "" }, "257 characters": { id: characters(257) } },
});

holdBoundaries("a correction of a model", {
  schema: ModelOverrideSchema,
  valid: {},
  takes: {
    "a free model": { input_usd_per_mtok: 0, output_usd_per_mtok: 0 },
    "the largest window": { context_tokens: 1e9 },
    "every modality": { input_modalities: ["text", "image", "audio", "video", "file"] },
    "scores from zero to one": { scores: { mmlu: 0, gpqa: 1 } },
  },
  refuses: {
    "a negative price": { input_usd_per_mtok: -1 },
    "a window of zero": { context_tokens: 0 },
    "half a token": { max_output_tokens: 0.5 },
    "six modalities": { input_modalities: items(6, "text") },
    "a modality that does not exist": { input_modalities: ["smell"] },
    "a score in percent": { scores: { mmlu: 86 } },
    "a negative speed": { output_tokens_per_second: -1 },
  },
});
