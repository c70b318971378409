import {
  DoneSchema,
  IdParamsSchema,
  MeSchema,
  PageOf,
  PasskeyOptionsSchema,
  PasskeySchema,
  RegisterPasskeySchema,
  RenamePasskeySchema,
  SignInWithPasskeySchema,
  StartPasskeySchema,
} from "@signalbox/contracts";

import {
  listPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "../../services/auth/passkeys/own-passkeys.ts";
import { signInWithPasskey, startPasskeySignIn } from "../../services/auth/passkeys/sign-in-with-passkey.ts";
import { defineRoute, type Route } from "../route.ts";
import { answerSignedIn, assertNotCrossSite, browserOf, callerOf } from "./caller.ts";

const tag = "Signing in";
const isPublic = { kind: "public" } as const;
const access = { kind: "person" } as const;

const signIn: readonly Route[] = [
  defineRoute({
    operationId: "startPasskeySignIn",
    method: "POST",
    path: "/auth/passkey/options",
    access: isPublic,
    tag,
    summary: "What a browser needs to ask for a passkey.",
    isBodyOptional: true,
    response: PasskeyOptionsSchema,
    handler: ({ context, request }) => {
      assertNotCrossSite(request);
      return startPasskeySignIn(context);
    },
  }),
  defineRoute({
    operationId: "signInWithPasskey",
    method: "POST",
    path: "/auth/passkey",
    access: isPublic,
    tag,
    summary: "Signs in with a passkey.",
    body: SignInWithPasskeySchema,
    response: MeSchema,
    handler: async ({ context, request, reply, body }) => {
      assertNotCrossSite(request);
      return answerSignedIn({ context, reply }, await signInWithPasskey(context, browserOf(request), body));
    },
  }),
];

export const passkeyRoutes: readonly Route[] = [
  ...signIn,
  defineRoute({
    operationId: "listPasskeys",
    method: "GET",
    path: "/auth/passkeys",
    access,
    tag,
    summary: "The person's own passkeys, oldest first.",
    response: PageOf(PasskeySchema),
    handler: (call) => listPasskeys(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "startPasskey",
    method: "POST",
    path: "/auth/passkeys/options",
    access,
    tag,
    summary: "What a browser needs to make a passkey.",
    body: StartPasskeySchema,
    response: PasskeyOptionsSchema,
    handler: (call) => startPasskey(call.context, callerOf(call), call.body.password),
  }),
  defineRoute({
    operationId: "registerPasskey",
    method: "POST",
    path: "/auth/passkeys",
    access,
    tag,
    summary: "Registers the passkey that the browser made.",
    body: RegisterPasskeySchema,
    status: 201,
    response: PasskeySchema,
    handler: (call) => registerPasskey(call.context, callerOf(call), call.body),
  }),
  defineRoute({
    operationId: "renamePasskey",
    method: "PATCH",
    path: "/auth/passkeys/:id",
    access,
    tag,
    summary: "Gives a passkey another name.",
    params: IdParamsSchema,
    body: RenamePasskeySchema,
    response: PasskeySchema,
    handler: (call) => renamePasskey(call.context, callerOf(call), { ...call.params, ...call.body }),
  }),
  defineRoute({
    operationId: "removePasskey",
    method: "DELETE",
    path: "/auth/passkeys/:id",
    access,
    tag,
    summary: "Removes a passkey: it signs in no more.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await removePasskey(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];
