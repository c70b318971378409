// The configured OpenID Connect provider. Its metadata are fetched at the first sign-in and kept; a failed fetch is not.
import {
  SignalboxError,
  SINGLE_SIGN_ON_FAULTS,
  type ErrorCode,
  type SingleSignOnFault,
} from "@signalbox/contracts";
import type { Configuration } from "openid-client";
import type { ServiceContext } from "../../../context/service-context.ts";
import { perContext } from "../../per-context.ts";

// Faults of single sign-on carry a word for the sign-in page: a browser that comes back from the provider can be shown
// nothing but an address.
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

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
const TIMEOUT_S = 10;

/** Plain http is for a provider on this very machine; anything else would send codes and secrets in the clear. */
function readIssuer(text: string): URL {
  const issuer = URL.parse(text);
  const isSafe = issuer !== null && (issuer.protocol === "https:" || LOOPBACK.has(issuer.hostname));
  if (!isSafe)
    throw singleSignOnError(
      "provider_unreachable",
      "The OpenID Connect issuer is not an https address. Correct `oidc.issuer`.",
    );
  return issuer;
}

/** Loaded at the first single sign-on: most installations have none, and every start would pay for it. */
export const loadOidcClient = () => import("openid-client");

async function discover({ config }: ServiceContext): Promise<Configuration> {
  const { issuer: text, clientId, clientSecret } = config.oidc;
  const issuer = readIssuer(text);
  const { allowInsecureRequests, ClientSecretPost, discovery, enableNonRepudiationChecks, None } =
    await loadOidcClient();
  const authentication = clientSecret === "" ? None() : ClientSecretPost(clientSecret);
  // Without these checks the library trusts TLS alone and never looks at the signature of the ID token.
  const checks = [enableNonRepudiationChecks];
  const execute = issuer.protocol === "http:" ? [...checks, allowInsecureRequests] : checks;
  try {
    return await discovery(issuer, clientId, undefined, authentication, { execute, timeout: TIMEOUT_S });
  } catch (cause) {
    throw singleSignOnError(
      "provider_unreachable",
      "The OpenID Connect provider does not answer. Sign in with a password, or try again.",
      cause,
    );
  }
}

const discovered = perContext((): { provider: Promise<Configuration> | undefined } => ({
  provider: undefined,
}));

/** @throws SignalboxError not_found when none is configured, dependency_unavailable when it does not answer */
export async function getProvider(context: ServiceContext): Promise<Configuration> {
  if (context.config.oidc.issuer === "")
    throw singleSignOnError(
      "not_configured",
      "Single sign-on is not configured here. Sign in with a password.",
    );
  const kept = discovered(context);
  kept.provider ??= discover(context);
  try {
    return await kept.provider;
  } catch (fault) {
    kept.provider = undefined;
    throw fault;
  }
}
