// Faults of single sign-on carry a word for the sign-in page: a browser that comes back from the provider can be shown
// nothing but an address.
import {
  SignalboxError,
  SINGLE_SIGN_ON_FAULTS,
  type ErrorCode,
  type SingleSignOnFault,
} from "@signalbox/contracts";

const CODES: Readonly<Record<SingleSignOnFault, ErrorCode>> = {
  cancelled: "unauthenticated",
  expired: "unauthenticated",
  not_confirmed: "unauthenticated",
  email_unverified: "unauthenticated",
  password_first: "forbidden",
  sign_up_closed: "forbidden",
  other_domain: "forbidden",
  other_address: "forbidden",
  ask_operator: "forbidden",
  provider_unreachable: "dependency_unavailable",
  not_configured: "not_found",
  internal: "internal",
};

export function singleSignOnError(word: SingleSignOnFault, detail: string, cause?: unknown): SignalboxError {
  return new SignalboxError(CODES[word], detail, {
    context: { singleSignOn: word },
    ...(cause !== undefined && { cause }),
  });
}

/** The word for the sign-in page; every fault that is not of the sign-in itself is `internal`. */
export function singleSignOnFault(fault: unknown): SingleSignOnFault {
  const word = fault instanceof SignalboxError ? fault.context["singleSignOn"] : undefined;
  return SINGLE_SIGN_ON_FAULTS.find((known) => known === word) ?? "internal";
}
