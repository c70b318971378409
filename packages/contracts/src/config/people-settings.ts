// People: sign-up, sessions, mail and single sign-on.
import { Type } from "typebox";

import { choiceSetting, integerSetting, textSetting } from "./setting.ts";

export const accounts = Type.Object({
  signUp: choiceSetting(["open", "closed"], {
    env: "SIGNALBOX_SIGN_UP",
    flag: "sign-up",
    default: "closed",
    description: "Whether strangers may create accounts. The first account is always claimed by link.",
  }),
  sessionTtlS: integerSetting({
    env: "SIGNALBOX_SESSION_TTL_S",
    flag: "session-ttl-s",
    default: 1_209_600,
    minimum: 300,
    maximum: 31_536_000,
    description: "Idle lifetime of a browser session.",
  }),
  sessionMaxAgeS: integerSetting({
    env: "SIGNALBOX_SESSION_MAX_AGE_S",
    flag: "session-max-age-s",
    default: 2_592_000,
    minimum: 300,
    maximum: 31_536_000,
    description: "Maximum lifetime of a browser session.",
  }),
  keyMaxAgeDays: integerSetting({
    env: "SIGNALBOX_KEY_MAX_AGE_DAYS",
    flag: "key-max-age-days",
    default: 0,
    minimum: 0,
    maximum: 3650,
    description:
      "Maximum lifetime of an API key in days; 0 = no limit. An organisation may set fewer. Existing keys keep at least 14 days.",
  }),
  signInAttemptsMax: integerSetting({
    env: "SIGNALBOX_SIGN_IN_ATTEMPTS_MAX",
    flag: "sign-in-attempts-max",
    default: 10,
    minimum: 1,
    maximum: 10_000,
    description: "Maximum failed sign-ins of one account from one address in 15 minutes.",
  }),
});

export const mail = Type.Object({
  smtpUrl: textSetting({
    env: "SIGNALBOX_SMTP_URL",
    flag: "smtp-url",
    default: "",
    isSecret: true,
    description: "`smtp://user:password@host:587`. Without it, `signalbox reset-password` prints links.",
  }),
  from: textSetting({
    env: "SIGNALBOX_MAIL_FROM",
    flag: "mail-from",
    default: "Signalbox <signalbox@localhost>",
    description: "Sender of the service's mail.",
  }),
});

export const oidc = Type.Object({
  issuer: textSetting({
    env: "SIGNALBOX_OIDC_ISSUER",
    flag: "oidc-issuer",
    default: "",
    description: "Issuer URL of an OpenID Connect provider; empty = off.",
  }),
  clientId: textSetting({
    env: "SIGNALBOX_OIDC_CLIENT_ID",
    flag: "oidc-client-id",
    default: "",
    description: "Client id at that provider.",
  }),
  clientSecret: textSetting({
    env: "SIGNALBOX_OIDC_CLIENT_SECRET",
    flag: "oidc-client-secret",
    default: "",
    isSecret: true,
    description: "Client secret at that provider.",
  }),
  requiredDomains: textSetting({
    env: "SIGNALBOX_OIDC_REQUIRED_DOMAINS",
    flag: "oidc-required-domains",
    default: "",
    description:
      "Comma-separated mail domains whose people must use single sign-on: no password, no reset link. Subdomains are not included.",
    form: { pattern: "^[a-zA-Z0-9., -]*$", example: "example.org, example.com" },
  }),
  signUpDomains: textSetting({
    env: "SIGNALBOX_OIDC_SIGN_UP_DOMAINS",
    flag: "oidc-sign-up-domains",
    default: "",
    description:
      "Mail domains for which single sign-on may open accounts while sign-up is open; empty = any.",
    form: { pattern: "^[a-zA-Z0-9., -]*$", example: "example.org" },
  }),
  label: textSetting({
    env: "SIGNALBOX_OIDC_LABEL",
    flag: "oidc-label",
    default: "Single sign-on",
    description: "Text on the sign-in button.",
  }),
});
