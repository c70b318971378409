// The one annotated configuration schema: file, environment, flags, help and docs/configuration.md come from it.
// Units stand last in the names; an empty string means "not set".
import { Type, type Static } from "typebox";

import { choiceSetting, integerSetting, numberSetting, switchSetting, textSetting } from "./setting.ts";

const server = Type.Object({
  host: textSetting({
    env: "HOST",
    flag: "host",
    default: "127.0.0.1",
    description: "Address to listen on. `0.0.0.0` for every interface.",
  }),
  port: integerSetting({
    env: "PORT",
    flag: "port",
    default: 8787,
    minimum: 0,
    maximum: 65_535,
    description: "Port to listen on; 0 takes a free one and prints it.",
  }),
  publicUrl: textSetting({
    env: "SIGNALBOX_PUBLIC_URL",
    flag: "public-url",
    default: "",
    description:
      "Address that browsers use, e.g. `https://router.example.org`. Links in mail are built from it.",
  }),
  trustProxy: switchSetting({
    env: "SIGNALBOX_TRUST_PROXY",
    flag: "trust-proxy",
    default: false,
    description: "Trust `x-forwarded-*` of a TLS-terminating proxy in front. Never on without such a proxy.",
  }),
  shutdownGraceMs: integerSetting({
    env: "SIGNALBOX_SHUTDOWN_GRACE_MS",
    flag: "shutdown-grace-ms",
    default: 10_000,
    minimum: 0,
    maximum: 600_000,
    description: "How long a stop waits for requests in flight.",
  }),
  requestTimeoutMs: integerSetting({
    env: "SIGNALBOX_REQUEST_TIMEOUT_MS",
    flag: "request-timeout-ms",
    default: 30_000,
    minimum: 100,
    maximum: 3_600_000,
    description: "How long a client may take to send one whole request.",
  }),
});

const storage = Type.Object({
  dataDir: textSetting({
    env: "SIGNALBOX_DATA_DIR",
    flag: "data-dir",
    default: ".signalbox",
    description: "Directory of the embedded database and generated secrets; created when missing.",
  }),
  databaseUrl: textSetting({
    env: "DATABASE_URL",
    flag: "database-url",
    default: "",
    isSecret: true,
    description: "`postgres://...` to use PostgreSQL instead of the embedded SQLite database.",
  }),
  journalSync: choiceSetting(["full", "normal"], {
    env: "SIGNALBOX_JOURNAL_SYNC",
    flag: "journal-sync",
    default: "full",
    description:
      "SQLite only. `full` survives power loss, `normal` survives a kill of the process and is faster.",
  }),
});

const limits = Type.Object({
  bodyBytesMax: integerSetting({
    env: "SIGNALBOX_BODY_BYTES_MAX",
    flag: "body-bytes-max",
    default: 8_388_608,
    minimum: 1024,
    maximum: 268_435_456,
    description: "Largest request body in bytes; larger ones are answered with 413.",
  }),
  uploadBytesMax: integerSetting({
    env: "SIGNALBOX_UPLOAD_BYTES_MAX",
    flag: "upload-bytes-max",
    default: 67_108_864,
    minimum: 1024,
    maximum: 4_294_967_296,
    description: "Largest upload of training rows in bytes.",
  }),
  nestingMax: integerSetting({
    env: "SIGNALBOX_NESTING_MAX",
    flag: "nesting-max",
    default: 64,
    minimum: 8,
    maximum: 512,
    description: "Deepest nesting of a JSON body.",
  }),
  inFlightMax: integerSetting({
    env: "SIGNALBOX_IN_FLIGHT_MAX",
    flag: "in-flight-max",
    default: 1024,
    minimum: 1,
    maximum: 100_000,
    description: "Requests worked on at once; more are shed with 503 and `retry-after`.",
  }),
  journalQueueMax: integerSetting({
    env: "SIGNALBOX_JOURNAL_QUEUE_MAX",
    flag: "journal-queue-max",
    default: 4096,
    minimum: 1,
    maximum: 1_000_000,
    description: "Decisions that may wait for their commit; more are shed with 503.",
  }),
  requestsPerMinutePerAccount: integerSetting({
    env: "SIGNALBOX_REQUESTS_PER_MINUTE",
    flag: "requests-per-minute",
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    description: "Decisions that one account may ask for per minute; 0 = no limit. A key may have its own.",
  }),
  streamsMax: integerSetting({
    env: "SIGNALBOX_STREAMS_MAX",
    flag: "streams-max",
    default: 100,
    minimum: 0,
    maximum: 10_000,
    description: "Live event streams open at once.",
  }),
});

const accounts = Type.Object({
  signUp: choiceSetting(["open", "closed"], {
    env: "SIGNALBOX_SIGN_UP",
    flag: "sign-up",
    default: "closed",
    description: "Whether strangers may create accounts. The first account is claimed, whatever this says.",
  }),
  sessionTtlS: integerSetting({
    env: "SIGNALBOX_SESSION_TTL_S",
    flag: "session-ttl-s",
    default: 1_209_600,
    minimum: 300,
    maximum: 31_536_000,
    description: "Seconds that a browser session lives without being used.",
  }),
  passwordCharsMin: integerSetting({
    env: "SIGNALBOX_PASSWORD_CHARS_MIN",
    flag: "password-chars-min",
    default: 10,
    minimum: 8,
    maximum: 128,
    description: "Shortest password.",
  }),
  linkTtlS: integerSetting({
    env: "SIGNALBOX_LINK_TTL_S",
    flag: "link-ttl-s",
    default: 86_400,
    minimum: 60,
    maximum: 2_592_000,
    description: "Seconds that invitation and password-reset links stay valid.",
  }),
  signInAttemptsMax: integerSetting({
    env: "SIGNALBOX_SIGN_IN_ATTEMPTS_MAX",
    flag: "sign-in-attempts-max",
    default: 10,
    minimum: 1,
    maximum: 10_000,
    description: "Failed sign-ins of one account from one address within 15 minutes before it must wait.",
  }),
});

const mail = Type.Object({
  smtpUrl: textSetting({
    env: "SIGNALBOX_SMTP_URL",
    flag: "smtp-url",
    default: "",
    isSecret: true,
    description:
      "`smtp://user:password@host:587`. Without it, links are printed by `signalbox reset-password`.",
  }),
  from: textSetting({
    env: "SIGNALBOX_MAIL_FROM",
    flag: "mail-from",
    default: "Signalbox <signalbox@localhost>",
    description: "Sender of the service's mail.",
  }),
});

const oidc = Type.Object({
  issuer: textSetting({
    env: "SIGNALBOX_OIDC_ISSUER",
    flag: "oidc-issuer",
    default: "",
    description: "Issuer URL of an OpenID Connect provider; empty switches it off.",
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
  label: textSetting({
    env: "SIGNALBOX_OIDC_LABEL",
    flag: "oidc-label",
    default: "Single sign-on",
    description: "Text on the sign-in button.",
  }),
});

const policy = Type.Object({
  tolerance: numberSetting({
    env: "SIGNALBOX_TOLERANCE",
    flag: "tolerance",
    default: 0.03,
    minimum: 0,
    maximum: 1,
    description: "Estimated success that `tradeoff` may give up for dollars or seconds.",
  }),
  indifference: numberSetting({
    env: "SIGNALBOX_INDIFFERENCE",
    flag: "indifference",
    default: 0.01,
    minimum: 0,
    maximum: 1,
    description: "Differences of estimated success below this count as a tie, which goes to the cheaper.",
  }),
  riskWeight: numberSetting({
    env: "SIGNALBOX_RISK_WEIGHT",
    flag: "risk-weight",
    default: 0.1,
    minimum: 0,
    maximum: 10,
    description: "Success given up per standard deviation of its estimate.",
  }),
  cacheTtlS: integerSetting({
    env: "SIGNALBOX_CACHE_TTL_S",
    flag: "cache-ttl-s",
    default: 300,
    minimum: 0,
    maximum: 86_400,
    description: "Seconds after which a provider's prompt cache counts as cold.",
  }),
});

const retention = Type.Object({
  decisionsDays: integerSetting({
    env: "SIGNALBOX_DECISIONS_DAYS",
    flag: "decisions-days",
    default: 90,
    minimum: 0,
    maximum: 36_500,
    description: "Days that journalled decisions are kept; 0 keeps them for ever.",
  }),
  allowText: switchSetting({
    env: "SIGNALBOX_ALLOW_TEXT",
    flag: "allow-text",
    default: true,
    description: "Whether accounts may turn on keeping message text. `hash_content` always wins.",
  }),
});

const model = Type.Object({
  artefactDir: textSetting({
    env: "SIGNALBOX_ARTEFACT_DIR",
    flag: "artefact-dir",
    default: "",
    description: "Directory of the model artefact; empty takes the one that is shipped.",
  }),
  catalogFile: textSetting({
    env: "SIGNALBOX_CATALOG_FILE",
    flag: "catalog-file",
    default: "",
    description: "JSON file with own models and corrections of the catalogue.",
  }),
  encoderTier: choiceSetting(["static", "transformer"], {
    env: "SIGNALBOX_ENCODER_TIER",
    flag: "encoder-tier",
    default: "static",
    description: "`static` answers in microseconds; `transformer` needs `model.transformerFile`.",
  }),
  transformerFile: textSetting({
    env: "SIGNALBOX_TRANSFORMER_FILE",
    flag: "transformer-file",
    default: "",
    description: "Path of the int8 ONNX sentence encoder; its digest must match the artefact.",
  }),
  transformerBudgetMs: integerSetting({
    env: "SIGNALBOX_TRANSFORMER_BUDGET_MS",
    flag: "transformer-budget-ms",
    default: 40,
    minimum: 1,
    maximum: 10_000,
    description: "Beyond this the static answer is given, marked degraded.",
  }),
});

const log = Type.Object({
  level: choiceSetting(["trace", "debug", "info", "warn", "error", "silent"], {
    env: "SIGNALBOX_LOG_LEVEL",
    flag: "log-level",
    default: "warn",
    description: "Least severe log line that is written. Prompt text and secrets are never logged.",
  }),
});

const metrics = Type.Object({
  token: textSetting({
    env: "SIGNALBOX_METRICS_TOKEN",
    flag: "metrics-token",
    default: "",
    isSecret: true,
    description: "Bearer token that `/metrics` asks for; empty serves it to loopback callers only.",
  }),
});

export const ConfigSchema = Type.Object({
  server,
  storage,
  limits,
  accounts,
  mail,
  oidc,
  policy,
  retention,
  model,
  log,
  metrics,
});

export type Config = Static<typeof ConfigSchema>;
