// Facts about a call that services need: who, from where, and which browser.
import { SignalboxError } from "@signalbox/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";

import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import type { Caller } from "../../services/access/authorise.ts";
import {
  type Browser,
  KNOWN_BROWSER_S,
  markBrowser,
  type SignedInBrowser,
} from "../../services/auth/sessions.ts";
import { readBrowserMark, readSessionToken, setBrowserMark, setSessionCookie } from "../access.ts";

interface CallParts<P extends Principal> {
  readonly principal: P;
  readonly request: FastifyRequest;
}

export function callerOf<P extends Principal>({
  principal,
  request,
}: CallParts<P>): Caller & {
  readonly principal: P;
} {
  return { principal, address: request.ip };
}

export function browserOf(request: FastifyRequest): Browser {
  return {
    address: request.ip,
    userAgent: request.headers["user-agent"],
    previousToken: readSessionToken(request),
    mark: readBrowserMark(request),
  };
}

/** Refuses a foreign page that would sign the visitor in to someone else's account. @throws SignalboxError forbidden */
export function assertNotCrossSite(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site")
    throw new SignalboxError("forbidden", "This address answers pages of the service itself only.");
}

interface Answering {
  readonly context: ServiceContext;
  readonly reply: FastifyReply;
}

/** Sets the cookies and answers with the person; the token itself never stands in a body. */
export async function answerSignedIn(
  { context, reply }: Answering,
  { token, maxAgeS, me }: SignedInBrowser,
): Promise<SignedInBrowser["me"]> {
  setSessionCookie(reply, token, maxAgeS);
  setBrowserMark(reply, await markBrowser(context, me.user.email), KNOWN_BROWSER_S);
  return me;
}
