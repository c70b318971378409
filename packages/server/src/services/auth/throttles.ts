import { perContext } from "../per-context.ts";
import { SignInThrottle } from "./sign-in-throttle.ts";

/** Failed sign-ins, wrong claim tokens and wrong invitation passwords. */
export const signInThrottle = perContext(
  ({ clock, config }) => new SignInThrottle(clock, config.accounts.signInAttemptsMax),
);

/** Codes of second factors, counted by person. */
export const codeThrottle = perContext(
  ({ clock, config }) => new SignInThrottle(clock, config.accounts.signInAttemptsMax),
);

const MAILS_MAX = 3;

/** Mails that a person asks for, counted by person and by mailbox. */
export const mailThrottle = perContext(
  ({ clock }) => new SignInThrottle(clock, MAILS_MAX, "Too many mails were asked for."),
);

/** Requests for reset links and new accounts: each counts, whether or not it succeeds. */
export const requestThrottle = perContext(
  ({ clock, config }) => new SignInThrottle(clock, config.accounts.signInAttemptsMax),
);
