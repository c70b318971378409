// Sign-in through an OpenID Connect provider: two addresses that a browser visits, so both answer with redirects.
import { OidcCallbackQuerySchema } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import { singleSignOnFault } from "../../services/auth/oidc/fault.ts";
import { finishOidcSignIn } from "../../services/auth/oidc/finish-sign-in.ts";
import { OIDC_FLOW_TTL_S, startOidcSignIn } from "../../services/auth/oidc/start-sign-in.ts";
import { isSecure, readCookie, setSessionCookie } from "../cookies.ts";
import { defineRoute, type AnyCall, type Route } from "../route.ts";
import { browserOf } from "./caller.ts";

const tag = "Signing in";
const access = { kind: "public" } as const;

const flowCookieName = (request: FastifyRequest): string =>
  isSecure(request) ? "__Host-signalbox-oidc" : "signalbox_oidc";

function flowCookie(request: FastifyRequest, flow: string, maxAgeS: number): string {
  const secure = isSecure(request) ? "; Secure" : "";
  return `${flowCookieName(request)}=${flow}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeS}${secure}`;
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
    operationId: "startOidcSignIn",
    method: "GET",
    path: "/auth/oidc/start",
    access,
    tag,
    summary: "Sends the browser to the OpenID Connect provider.",
    status: 303,
    response: undefined,
    handler: async (call) => {
      const { context, request, reply } = call;
      try {
        const { url, flow } = await startOidcSignIn(context);
        return reply.header("set-cookie", flowCookie(request, flow, OIDC_FLOW_TTL_S)).redirect(url, 303);
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
      const flow = readCookie(request, flowCookieName(request));
      const query = request.url.split("?", 2)[1] ?? "";
      try {
        const { token, maxAgeS } = await finishOidcSignIn(context, {
          query,
          flow,
          browser: browserOf(request),
        });
        setSessionCookie(reply, token, maxAgeS);
        return reply.header("set-cookie", flowCookie(request, "", 0)).redirect("/", 303);
      } catch (fault) {
        void reply.header("set-cookie", flowCookie(request, "", 0));
        return redirectWithFault(call, fault);
      }
    },
  }),
];
