import {
  ApiKeySchema,
  ApiKeyWithSecretSchema,
  CreateKeySchema,
  DoneSchema,
  IdParamsSchema,
  KeysQuerySchema,
  PageOf,
  RotateKeySchema,
  UpdateKeySchema,
} from "@signalbox/contracts";

import { createKey, listKeys, revokeKey, rotateKey, updateKey } from "../../services/keys/keys.ts";
import { defineRoute, type Route } from "../route.ts";
import { callerOf } from "./caller.ts";

const tag = "API keys";
const access = { kind: "person" } as const;

export const keyRoutes: readonly Route[] = [
  defineRoute({
    operationId: "listKeys",
    method: "GET",
    path: "/keys",
    access,
    tag,
    summary: "Keys, newest first; revoked ones only on request.",
    query: KeysQuerySchema,
    response: PageOf(ApiKeySchema),
    handler: (call) => listKeys(call.context, callerOf(call), call.query),
  }),
  defineRoute({
    operationId: "createKey",
    method: "POST",
    path: "/keys",
    access,
    tag,
    summary: "Creates a key. The answer is the only one that holds the secret.",
    body: CreateKeySchema,
    status: 201,
    response: ApiKeyWithSecretSchema,
    handler: (call) => createKey(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "updateKey",
    method: "PATCH",
    path: "/keys/:id",
    access,
    tag,
    summary: "Changes name, scopes, expiry or rate limit.",
    params: IdParamsSchema,
    body: UpdateKeySchema,
    response: ApiKeySchema,
    handler: (call) => updateKey(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
  defineRoute({
    operationId: "revokeKey",
    method: "DELETE",
    path: "/keys/:id",
    access,
    tag,
    summary: "Revokes a key immediately, on every replica.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await revokeKey(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
  defineRoute({
    operationId: "rotateKey",
    method: "POST",
    path: "/keys/:id/rotate",
    access,
    tag,
    summary: "Makes a new key with the same rights; the old one works for the overlap.",
    params: IdParamsSchema,
    body: RotateKeySchema,
    isBodyOptional: true,
    status: 201,
    response: ApiKeyWithSecretSchema,
    handler: (call) => rotateKey(call.context, callerOf(call), { ...call.body, id: call.params.id }),
  }),
];
