// Sign-in through an OpenID Connect provider: two addresses that a browser visits, so both answer with redirects.
import { InvitationSchema, OidcCallbackQuerySchema, OpenInviteSchema } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import {
  finishOidcSignIn,
  OIDC_FLOW_TTL_S,
  singleSignOnFault,
  startOidcSignIn,
} from "../../services/auth/providers/oidc.ts";
import { openInvite } from "../../services/auth/join.ts";
import { isSecure, readCookie } from "../access.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";
import { answerSignedIn, assertNotCrossSite, browserOf } from "./caller.ts";

const tag = "Signing in";
const access = { kind: "public" } as const;

/** State that must survive the way to the provider and back: the flow itself, and an invitation that is accepted by it. */
type Kept = "oidc" | "invite";

const cookieName = (request: FastifyRequest, kept: Kept): string =>
  isSecure(request) ? `__Host-signalbox-${kept}` : `signalbox_${kept}`;

function setCookie({ request, reply }: Pick<AnyCall, "request" | "reply">, kept: Kept, value: string): void {
  const secure = isSecure(request) ? "; Secure" : "";
  const maxAgeS = value === "" ? 0 : OIDC_FLOW_TTL_S;
  void reply.header(
    "set-cookie",
    `${cookieName(request, kept)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`,
  );
}

function clearCookies(call: Pick<AnyCall, "request" | "reply">): void {
  setCookie(call, "oidc", "");
  setCookie(call, "invite", "");
}

/** The sign-in page shows the fault: a browser at one of these addresses is at no page of ours. */
function redirectWithFault({ context, reply }: AnyCall, fault: unknown): FastifyReply {
  const word = singleSignOnFault(fault);
  const level = word === "internal" ? "error" : "warn";
  context.logger[level]({ reason: word, cause: fault }, "single sign-on failed");
  return reply.redirect(`/sign-in?error=${word}`, 303);
}

export const oidcRoutes: readonly Route[] = [
  defineRoute({
    operationId: "openInvite",
    method: "POST",
    path: "/auth/invite",
    access,
    tag,
    summary: "Says who invites to which organisation; may keep the invitation for single sign-on.",
    body: OpenInviteSchema,
    response: InvitationSchema,
    handler: async (call) => {
      assertNotCrossSite(call.request);
      const { token, keep } = call.body;
      const invitation = await openInvite(call.context, browserOf(call.request), token);
      if (keep === true) setCookie(call, "invite", token);
      return invitation;
    },
  }),
  defineRoute({
    operationId: "startOidcSignIn",
    method: "GET",
    path: "/auth/oidc/start",
    access,
    tag,
    summary: "Sends the browser to the OpenID Connect provider.",
    status: 303,
    response: undefined,
    handler: async (call) => {
      const { context, reply } = call;
      try {
        const { url, flow } = await startOidcSignIn(context);
        setCookie(call, "oidc", flow);
        return reply.redirect(url, 303);
      } catch (fault) {
        return redirectWithFault(call, fault);
      }
    },
  }),
  defineRoute({
    operationId: "finishOidcSignIn",
    method: "GET",
    path: "/auth/oidc/callback",
    access,
    tag,
    summary: "Receives the browser from the provider and signs it in.",
    query: OidcCallbackQuerySchema,
    status: 303,
    response: undefined,
    handler: async (call) => {
      const { context, request, reply } = call;
      const flow = readCookie(request, cookieName(request, "oidc"));
      const query = request.url.split("?", 2)[1] ?? "";
      try {
        const signedIn = await finishOidcSignIn(context, {
          query,
          flow,
          invite: readCookie(request, cookieName(request, "invite")),
          browser: browserOf(request),
        });
        await answerSignedIn({ context, reply }, signedIn);
        clearCookies(call);
        return reply.redirect("/", 303);
      } catch (fault) {
        clearCookies(call);
        return redirectWithFault(call, fault);
      }
    },
  }),
];
