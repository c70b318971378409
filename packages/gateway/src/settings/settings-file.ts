// The file that `--config` names, as people write it.
import { CALL_ROLES, compileSchema, ProviderSchema, TRADEOFFS } from "@signalbox/contracts";
import { Type, type Static } from "typebox";

import { PROTOCOL_NAMES } from "../protocols/protocol.ts";
import { ESCALATIONS } from "./settings.ts";

const STRICT = { additionalProperties: false };
const Text = Type.String({ minLength: 1, maxLength: 512 });
const words = <T extends string>(names: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(names.map((name) => Type.Literal(name))));

/** Credentials are in the environment, and the gateway itself states what belongs to the body and the connection. */
const HEADER_NAME =
  "^(?!(?:authorization|x-api-key|api-key|x-goog-api-key|cookie|host|connection|transfer-encoding|content-.*|x-signalbox-.*)$)[a-z0-9-]{1,64}$";

const UpstreamSchema = Type.Object(
  {
    url: Type.Optional(Text),
    base_url: Type.Optional(Text),
    plan_base_url: Type.Optional(Text),
    token_url: Type.Optional(Text),
    protocols: Type.Optional(Type.Array(words(PROTOCOL_NAMES), { minItems: 1 })),
    key_env: Type.Optional(Text),
    client_key: Type.Optional(Type.Boolean()),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: HEADER_NAME }), Type.String({ pattern: "^[ -~]{1,512}$" }), {
        maxProperties: 16,
        additionalProperties: false,
      }),
    ),
  },
  STRICT,
);

const { name: _name, provider: _provider, model: _model, ...facts } = ProviderSchema.properties;

/** Facts as a candidate of `POST /model-select` has them, for a model that the catalogue does not know. */
const CandidateSchema = Type.Object(
  { label: Text, upstream: Type.Optional(Text), model: Type.Optional(Text), ...facts },
  STRICT,
);

const roleMembers = {
  preference: Type.Optional(Text),
  tradeoff: Type.Optional(words(TRADEOFFS)),
  dial: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  hard_dial: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  ceiling: Type.Optional(Text),
};

const seconds = Type.Optional(Type.Number({ minimum: 0.001, maximum: 86_400 }));

const SettingsFileSchema = Type.Object(
  {
    host: Type.Optional(Text),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
    upstreams: Type.Optional(Type.Record(Type.String(), UpstreamSchema)),
    candidates: Type.Optional(
      Type.Array(Type.Union([Text, CandidateSchema]), { minItems: 1, maxItems: 200 }),
    ),
    ...roleMembers,
    roles: Type.Optional(
      Type.Object(
        Object.fromEntries(CALL_ROLES.map((role) => [role, Type.Optional(Type.Object(roleMembers, STRICT))])),
        STRICT,
      ),
    ),
    baseline: Type.Optional(Text),
    escalate: Type.Optional(words(ESCALATIONS)),
    route_named: Type.Optional(Type.Boolean()),
    limits: Type.Optional(
      Type.Object(
        {
          body_mb: Type.Optional(Type.Number({ minimum: 0.001, maximum: 512 })),
          nesting_max: Type.Optional(Type.Integer({ minimum: 8, maximum: 1_000 })),
          values_max: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 20_000_000 })),
          first_byte_s: seconds,
          idle_s: seconds,
          pause_s: seconds,
        },
        STRICT,
      ),
    ),
  },
  STRICT,
);

export type SettingsFile = Static<typeof SettingsFileSchema>;

export const settingsFile = compileSchema(SettingsFileSchema, "");
