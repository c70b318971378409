// API keys: scopes, expiry, limits, and the secret that only two answers carry.
import assert from "node:assert/strict";
import { test } from "node:test";

import { characters, holdBoundaries } from "../boundaries.suite.ts";
import { SCOPES } from "./common.ts";
import {
  ApiKeySchema,
  ApiKeyWithSecretSchema,
  CreateKeySchema,
  KeysQuerySchema,
  RotateKeySchema,
  UpdateKeySchema,
} from "./keys.ts";

const AT = "2026-01-31T12:00:00Z";
const KEY = {
  id: "k",
  name: "CI",
  prefix: "sk_abc",
  scopes: ["select"],
  status: "active",
  requests_per_minute_max: null,
  created_at: AT,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  replaced_by: null,
  created_by: null,
  owner_id: null,
  owner_email: null,
  addresses: null,
};

test("a key in a list has no place for its secret", () => {
  assert.equal("key" in ApiKeySchema.properties, false);
  assert.deepEqual(
    Object.keys(ApiKeyWithSecretSchema.properties).filter((name) => !(name in ApiKeySchema.properties)),
    ["key"],
  );
});

holdBoundaries("a key", {
  schema: ApiKeySchema,
  valid: KEY,
  takes: {
    "every scope": { scopes: [...SCOPES] },
    "a key that was rotated": { status: "rotating", replaced_by: "k2" },
    "a limit of ten million": { requests_per_minute_max: 10_000_000 },
  },
  refuses: {
    "a key without scopes": { scopes: [] },
    "one scope twice": { scopes: ["read", "read"] },
    "a scope that does not exist": { scopes: ["everything"] },
    "a status that does not exist": { status: "sleeping" },
    "a limit of zero": { requests_per_minute_max: 0 },
    "a time that is invalid": { created_at: "yesterday" },
  },
});

holdBoundaries("a new key", {
  schema: CreateKeySchema,
  valid: { name: "CI" },
  takes: {
    "scopes, an expiry and a limit": {
      scopes: ["select", "feedback"],
      expires_at: AT,
      requests_per_minute_max: 1,
    },
    "a key that never expires": { expires_at: null },
    "a name of 200 characters": { name: characters(200) },
    "addresses and networks": { addresses: ["203.0.113.0/24", "2001:db8::1"] },
    "any address": { addresses: null },
  },
  refuses: {
    "a key without a name": { name: undefined },
    "an empty name": { name: "" },
    "a name of 201 characters": { name: characters(201) },
    "an empty list of scopes": { scopes: [] },
    "an expiry in words": { expires_at: "tomorrow" },
    "a limit above ten million": { requests_per_minute_max: 10_000_001 },
    "half a request": { requests_per_minute_max: 0.5 },
    "no address at all": { addresses: [] },
    "one address twice": { addresses: ["203.0.113.7", "203.0.113.7"] },
    "more than 64 networks": { addresses: Array.from({ length: 65 }, (_, at) => `10.0.${at}.0/24`) },
  },
});

holdBoundaries("a change of a key", {
  schema: UpdateKeySchema,
  valid: {},
  takes: { "a limit that is lifted": { requests_per_minute_max: null }, "a new name": { name: "CD" } },
  refuses: { "a name that is taken away": { name: null }, "scopes as text": { scopes: "read" } },
});

holdBoundaries("a rotation", {
  schema: RotateKeySchema,
  valid: {},
  takes: { "no overlap": { overlap_s: 0 }, "an overlap of thirty days": { overlap_s: 2_592_000 } },
  refuses: {
    "a negative overlap": { overlap_s: -1 },
    "an overlap above thirty days": { overlap_s: 2_592_001 },
    "half a second": { overlap_s: 0.5 },
  },
});

holdBoundaries("a list of keys", {
  schema: KeysQuerySchema,
  valid: {},
  takes: {
    "200 a page": { limit: 200 },
    "one a page": { limit: 1 },
    "revoked ones too": { include_revoked: true },
    "a cursor of 512 characters": { cursor: characters(512) },
  },
  refuses: {
    "201 a page": { limit: 201 },
    "none a page": { limit: 0 },
    "an empty cursor": { cursor: "" },
    "a cursor of 513 characters": { cursor: characters(513) },
  },
});
