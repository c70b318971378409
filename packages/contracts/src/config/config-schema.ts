// The one annotated configuration schema: file, environment, flags, help and docs/configuration.md come from it.
// Units are last in the names; an empty string means "not set".
import { Type, type Static } from "typebox";
import type { TSchema } from "typebox";
import { alerts } from "./alert-settings.ts";
import { learning } from "./learning-settings.ts";
import { accounts, mail, oidc } from "./people-settings.ts";
import { catalog, model, policy, retention } from "./routing-settings.ts";
import { limits } from "./limit-settings.ts";
import { log, metrics, server, storage } from "./serving-settings.ts";
import type { SettingDefinition, TextForm } from "./setting.ts";

export const ConfigSchema = Type.Object({
  server,
  storage,
  limits,
  accounts,
  mail,
  oidc,
  policy,
  retention,
  model,
  catalog,
  learning,
  alerts,
  log,
  metrics,
});

export type Config = Static<typeof ConfigSchema>;

type Annotated = TSchema & {
  readonly type?: "string" | "integer" | "number" | "boolean";
  readonly enum?: readonly string[];
  readonly env: string;
  readonly flag: string;
  readonly isSecret?: boolean;
  readonly form?: TextForm;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default: string | number | boolean;
  readonly description: string;
};

function defineSetting(path: string, schema: Annotated): SettingDefinition {
  return {
    path,
    kind: schema.enum === undefined ? (schema.type ?? "string") : "choice",
    choices: schema.enum ?? [],
    minimum: schema.minimum,
    maximum: schema.maximum,
    form: schema.form,
    default: schema.default,
    description: schema.description,
    env: schema.env,
    flag: schema.flag,
    isSecret: schema.isSecret ?? false,
    schema,
  };
}

/** Every leaf of the configuration schema, in the order of the schema. */
export function listSettings(): readonly SettingDefinition[] {
  return Object.entries(ConfigSchema.properties).flatMap(([group, schema]) =>
    Object.entries(schema.properties as unknown as Readonly<Record<string, Annotated>>).map(([name, leaf]) =>
      defineSetting(`${group}.${name}`, leaf),
    ),
  );
}
