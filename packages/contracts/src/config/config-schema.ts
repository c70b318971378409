// The one annotated configuration schema: file, environment, flags, help and docs/configuration.md come from it.
// Units stand last in the names; an empty string means "not set".
import { Type, type Static } from "typebox";

import { alerts } from "./alert-settings.ts";
import { learning } from "./learning-settings.ts";
import { accounts, mail, oidc } from "./people-settings.ts";
import { model, policy, retention } from "./routing-settings.ts";
import { limits } from "./limit-settings.ts";
import { log, metrics, server, storage } from "./serving-settings.ts";

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
  learning,
  alerts,
  log,
  metrics,
});

export type Config = Static<typeof ConfigSchema>;
