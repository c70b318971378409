// Settings that are each valid, but not together: found at the start, not when the first person is locked out.
import type { Config, FieldError } from "@signalbox/contracts";

export function contradictions({ accounts, mail, oidc }: Config): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (accounts.mailVerification === "required" && mail.smtpUrl === "")
    faults.push({
      location: "accounts.mailVerification",
      message: "It is `required`, but no mail server is set.",
      fix: "Set `mail.smtpUrl`, or `auto`.",
    });
  if (oidc.requiredDomains.trim() !== "" && oidc.issuer === "")
    faults.push({
      location: "oidc.requiredDomains",
      message: "It requires single sign-on, but no provider is set.",
      fix: "Set `oidc.issuer`, or leave it out.",
    });
  return faults;
}
