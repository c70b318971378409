import type { AuthOptions } from "@signalbox/contracts";

import type { ServiceContext } from "../../context/service-context.ts";
import { isMailConfigured } from "../mail/send-mail.ts";
import { needsClaim } from "./claim.ts";

/** Settings that the sign-in page must know before anyone is signed in. */
export async function getAuthOptions(context: ServiceContext): Promise<AuthOptions> {
  const { accounts, oidc } = context.config;
  const isOidcOn = oidc.issuer !== "";
  return {
    sign_up_open: accounts.signUp === "open",
    oidc_enabled: isOidcOn,
    oidc_label: isOidcOn ? oidc.label : null,
    needs_claim: await needsClaim(context),
    password_chars_min: accounts.passwordCharsMin,
    smtp_configured: isMailConfigured(context),
  };
}
