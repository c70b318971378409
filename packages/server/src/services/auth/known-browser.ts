// Browsers in which a person has signed in before. Their wrong passwords are counted apart from those of everybody else at the
// same network address, so that a stranger who guesses there keeps nobody out. A stolen mark gives its thief a count of their
// own and nothing else.
import { emailKey } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import type { Browser } from "./browser-session.ts";
import { hashSecret, createSignedToken, isSignedToken } from "./signed-token.ts";

/** @unit seconds: a year */
export const KNOWN_BROWSER_S = 365 * 86_400;

const purposeOf = (email: string): string => `browser of ${emailKey(email)}`;

/** Sets the mark that such a browser shows from then on; it says nothing about the person. */
export async function markBrowser(context: ServiceContext, email: string): Promise<string> {
  const mark = await createSignedToken(context, purposeOf(email), KNOWN_BROWSER_S * 1000);
  return mark.toString("base64url");
}

/** The place from which somebody tries to sign in, by which failures are counted: a browser of theirs, or a network address. */
export async function placeOf(
  context: ServiceContext,
  { address, mark = "" }: Pick<Browser, "address"> & Partial<Pick<Browser, "mark">>,
  email: string,
): Promise<string> {
  const isKnown = mark !== "" && (await isSignedToken(context, purposeOf(email), mark));
  return isKnown ? `browser ${hashSecret(mark)}` : address;
}
