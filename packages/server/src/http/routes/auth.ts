// Signing up, in and out, passwords and links. All thin: the rules are in services/auth.
import {
  AcceptInviteSchema,
  AuthOptionsSchema,
  BrowserSessionSchema,
  ChangeEmailSchema,
  ChangePasswordSchema,
  ClaimSchema,
  DoneSchema,
  IdParamsSchema,
  MeSchema,
  PageOf,
  RequestResetSchema,
  ResetPasswordSchema,
  SignInSchema,
  SignUpSchema,
  SwitchAccountSchema,
} from "@signalbox/contracts";
import type { TSchema } from "typebox";

import type { ServiceContext } from "../../context/service-context.ts";
import type { Browser, SignedInBrowser } from "../../services/auth/sessions.ts";
import {
  changePassword,
  requestReset,
  resetPassword,
  signIn,
} from "../../services/auth/providers/password.ts";
import { acceptInvite, claimAccount, getAuthOptions, signUp } from "../../services/auth/join.ts";
import { changeEmail } from "../../services/auth/email.ts";
import { switchAccount, endSession, getMe, listSessions } from "../../services/auth/own-sessions.ts";
import { setSessionCookie } from "../access.ts";
import { defineRoute, type Route } from "../route.ts";
import { oidcRoutes } from "./auth-oidc.ts";
import { answerSignedIn, assertNotCrossSite, browserOf, callerOf } from "./caller.ts";

const tag = "Signing in";
const isPublic = { kind: "public" } as const;
const isPerson = { kind: "person" } as const;

interface SignInForm<B> {
  readonly operationId: string;
  readonly path: string;
  readonly summary: string;
  readonly body: TSchema;
  readonly act: (context: ServiceContext, browser: Browser, body: B) => Promise<SignedInBrowser>;
}

/** A form that ends with a signed-in browser. */
const signInRoute = <B>({ act, ...form }: SignInForm<B>): Route =>
  defineRoute({
    ...form,
    method: "POST",
    access: isPublic,
    tag,
    response: MeSchema,
    handler: async ({ context, body, request, reply }) => {
      assertNotCrossSite(request);
      return answerSignedIn({ context, reply }, await act(context, browserOf(request), body as B));
    },
  });

const forms: readonly Route[] = [
  signInRoute({
    operationId: "signUp",
    path: "/auth/sign-up",
    summary: "Opens an account, where that is allowed, and signs in.",
    body: SignUpSchema,
    act: signUp,
  }),
  signInRoute({
    operationId: "signIn",
    path: "/auth/sign-in",
    summary: "Signs in with email and password.",
    body: SignInSchema,
    act: signIn,
  }),
  signInRoute({
    operationId: "claimAccount",
    path: "/auth/claim",
    summary: "Takes over the first account with what the first start printed.",
    body: ClaimSchema,
    act: claimAccount,
  }),
  signInRoute({
    operationId: "resetPassword",
    path: "/auth/reset",
    summary: "Sets a new password with a reset link and signs in.",
    body: ResetPasswordSchema,
    act: resetPassword,
  }),
  signInRoute({
    operationId: "acceptInvite",
    path: "/auth/accept-invite",
    summary: "Joins an organisation with an invitation link and signs in.",
    body: AcceptInviteSchema,
    act: acceptInvite,
  }),
];

const own: readonly Route[] = [
  defineRoute({
    operationId: "switchAccount",
    method: "POST",
    path: "/auth/switch",
    access: isPerson,
    tag,
    summary: "Turns this browser to another of the person's organisations.",
    body: SwitchAccountSchema,
    response: MeSchema,
    handler: async ({ context, principal, request, reply, body }) => {
      const input = { principal, browser: browserOf(request), accountId: body.account_id };
      return answerSignedIn({ context, reply }, await switchAccount(context, input));
    },
  }),
  defineRoute({
    operationId: "getMe",
    method: "GET",
    path: "/auth/me",
    access: isPerson,
    tag,
    summary: "The signed-in person with account, role, organisations and second factor.",
    response: MeSchema,
    handler: (call) => getMe(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "signOut",
    method: "POST",
    path: "/auth/sign-out",
    access: isPerson,
    tag,
    summary: "Ends this browser's session.",
    isBodyOptional: true,
    response: DoneSchema,
    handler: async (call) => {
      await endSession(call.context, callerOf(call), call.principal.browserSessionId);
      setSessionCookie(call.reply, "", 0);
      return { done: true };
    },
  }),
  defineRoute({
    operationId: "changePassword",
    method: "POST",
    path: "/auth/password",
    access: isPerson,
    tag,
    summary: "Changes the password; every other browser is signed out.",
    body: ChangePasswordSchema,
    response: MeSchema,
    handler: async ({ context, principal, request, reply, body }) => {
      const caller = { principal, browser: browserOf(request) };
      return answerSignedIn({ context, reply }, await changePassword(context, caller, body));
    },
  }),
  defineRoute({
    operationId: "changeEmail",
    method: "POST",
    path: "/auth/email",
    access: isPerson,
    tag,
    summary: "Changes the person's address.",
    body: ChangeEmailSchema,
    response: DoneSchema,
    handler: async (call) => {
      await changeEmail(call.context, callerOf(call), call.body);
      return { done: true };
    },
  }),
  defineRoute({
    operationId: "listSessions",
    method: "GET",
    path: "/auth/sessions",
    access: isPerson,
    tag,
    summary: "The person's own browser sessions.",
    response: PageOf(BrowserSessionSchema),
    handler: (call) => listSessions(call.context, callerOf(call)),
  }),
  defineRoute({
    operationId: "endSession",
    method: "DELETE",
    path: "/auth/sessions/:id",
    access: isPerson,
    tag,
    summary: "Signs one of the person's browsers out.",
    params: IdParamsSchema,
    response: DoneSchema,
    handler: async (call) => {
      await endSession(call.context, callerOf(call), call.params.id);
      return { done: true };
    },
  }),
];

export const authRoutes: readonly Route[] = [
  defineRoute({
    operationId: "getAuthOptions",
    method: "GET",
    path: "/auth/options",
    access: isPublic,
    tag,
    summary: "Which ways in are open.",
    response: AuthOptionsSchema,
    handler: ({ context }) => getAuthOptions(context),
  }),
  ...forms,
  ...oidcRoutes,
  ...own,
  defineRoute({
    operationId: "requestReset",
    method: "POST",
    path: "/auth/reset-request",
    access: isPublic,
    tag,
    summary: "Asks for a reset link. The answer is the same for every address.",
    body: RequestResetSchema,
    status: 202,
    response: DoneSchema,
    handler: async ({ context, request, body }) => {
      assertNotCrossSite(request);
      await requestReset(context, browserOf(request), body.email);
      return { done: true };
    },
  }),
];
