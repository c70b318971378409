// A person's own address: proving it, asking for the link again, changing it.
import {
  ChangedEmailSchema,
  ChangeEmailSchema,
  DoneSchema,
  VerifiedEmailSchema,
  VerifyEmailSchema,
} from "@signalbox/contracts";

import { changeEmail, resendVerification } from "../../services/auth/email/own-email.ts";
import { verifyEmail } from "../../services/auth/email/verify-email.ts";
import { defineRoute, type Route } from "../route.ts";
import { assertNotCrossSite, browserOf, callerOf } from "./caller.ts";

const tag = "Signing in";
const access = { kind: "person" } as const;

export const emailRoutes: readonly Route[] = [
  defineRoute({
    operationId: "verifyEmail",
    method: "POST",
    path: "/auth/verify-email",
    access: { kind: "public" },
    tag,
    summary: "Verifies an address with the link that was mailed to it; signs nobody in.",
    body: VerifyEmailSchema,
    response: VerifiedEmailSchema,
    handler: ({ context, request, body }) => {
      assertNotCrossSite(request);
      return verifyEmail(context, browserOf(request), body.token);
    },
  }),
  defineRoute({
    operationId: "resendVerification",
    method: "POST",
    path: "/auth/email/resend",
    access,
    tag,
    summary: "Mails another link to the address that waits to be verified.",
    isBodyOptional: true,
    status: 202,
    response: DoneSchema,
    handler: async (call) => {
      await resendVerification(call.context, callerOf(call));
      return { done: true };
    },
  }),
  defineRoute({
    operationId: "changeEmail",
    method: "POST",
    path: "/auth/email",
    access,
    tag,
    summary: "Changes the person's address, once the link that is mailed to the new one is opened.",
    body: ChangeEmailSchema,
    status: 202,
    response: ChangedEmailSchema,
    handler: (call) => changeEmail(call.context, callerOf(call), call.body),
  }),
];
