// API keys. The secret is in the answer of create and rotate only, once; afterwards only its display prefix is known.
import { Type, type Static } from "typebox";

import { IdSchema, NameSchema, OrNull, SCOPES, ScopeSchema, TimestampSchema, pageQuery } from "./common.ts";

const SCOPE_BOUNDS = { minItems: 1, maxItems: SCOPES.length, uniqueItems: true } as const;
const Scopes = Type.Array(ScopeSchema, SCOPE_BOUNDS);
const Addresses = OrNull(
  Type.Array(Type.String({ minLength: 2, maxLength: 64 }), {
    minItems: 1,
    maxItems: 64,
    uniqueItems: true,
  }),
  "IPv4 and IPv6 addresses and networks (`203.0.113.0/24`) that the key may be used from; null is any.",
);
const RequestsPerMinute = OrNull(
  Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  "Requests per minute of this key; null: no limit.",
);

export const ApiKeySchema = Type.Object(
  {
    id: IdSchema,
    name: NameSchema,
    prefix: Type.String({ description: "First characters of the key, for recognition." }),
    scopes: Scopes,
    status: Type.Union([
      Type.Literal("active"),
      Type.Literal("rotating"),
      Type.Literal("expired"),
      Type.Literal("revoked"),
    ]),
    requests_per_minute_max: RequestsPerMinute,
    created_at: TimestampSchema,
    created_by: OrNull(
      Type.String(),
      "Who made it, as the audit log names them; null for the key of the first start.",
    ),
    owner_id: OrNull(IdSchema, "The member whose key it is; it ends with the membership."),
    owner_email: OrNull(Type.String()),
    addresses: Addresses,
    expires_at: OrNull(TimestampSchema),
    last_used_at: OrNull(TimestampSchema, "Exact to about a minute."),
    revoked_at: OrNull(TimestampSchema),
    replaced_by: OrNull(IdSchema, "The key that rotation made in its place."),
  },
  { $id: "ApiKey" },
);

export const ApiKeyWithSecretSchema = Type.Object(
  { ...ApiKeySchema.properties, key: Type.String({ description: "The secret; shown this once." }) },
  { $id: "ApiKeyWithSecret" },
);

export const CreateKeySchema = Type.Object({
  name: NameSchema,
  scopes: Type.Optional(
    Type.Array(ScopeSchema, {
      ...SCOPE_BOUNDS,
      description: "By default all but `privacy`, which only owners give.",
    }),
  ),
  expires_at: Type.Optional(
    OrNull(TimestampSchema, "By default never, or as late as the organisation lets keys live."),
  ),
  requests_per_minute_max: Type.Optional(RequestsPerMinute),
  addresses: Type.Optional(Addresses),
});

export const UpdateKeySchema = Type.Object({
  name: Type.Optional(NameSchema),
  scopes: Type.Optional(Scopes),
  expires_at: Type.Optional(OrNull(TimestampSchema)),
  requests_per_minute_max: Type.Optional(RequestsPerMinute),
  addresses: Type.Optional(Addresses),
  owner_id: Type.Optional(IdSchema),
});

export const RotateKeySchema = Type.Object({
  expires_at: Type.Optional(
    OrNull(TimestampSchema, "When the new key ends; by default when the old one would have."),
  ),
  overlap_s: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_592_000,
      default: 3600,
      description: "Seconds for which the old key still works.",
    }),
  ),
});

export const KeysQuerySchema = Type.Object({
  ...pageQuery,
  include_revoked: Type.Optional(Type.Boolean({ default: false })),
});

export type ApiKey = Static<typeof ApiKeySchema>;
export type ApiKeyWithSecret = Static<typeof ApiKeyWithSecretSchema>;
export type CreateKey = Static<typeof CreateKeySchema>;
export type UpdateKey = Static<typeof UpdateKeySchema>;
export type RotateKey = Static<typeof RotateKeySchema>;
export type KeysQuery = Static<typeof KeysQuerySchema>;
