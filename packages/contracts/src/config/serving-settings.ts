// How the service listens, stores, logs and measures.
import { Type } from "typebox";

import { choiceSetting, integerSetting, textSetting } from "./setting.ts";

export const server = Type.Object({
  host: textSetting({
    env: "HOST",
    flag: "host",
    default: "127.0.0.1",
    description: "Address to listen on; `0.0.0.0` = every interface.",
  }),
  port: integerSetting({
    env: "PORT",
    flag: "port",
    default: 8787,
    minimum: 0,
    maximum: 65_535,
    description: "Port to listen on; 0 = a free one.",
  }),
  workers: integerSetting({
    env: "SIGNALBOX_WORKERS",
    flag: "workers",
    default: 1,
    minimum: 1,
    maximum: 64,
    description: "Processes that share the port and the limits, one per core.",
  }),
  connectionsMax: integerSetting({
    env: "SIGNALBOX_CONNECTIONS_MAX",
    flag: "connections-max",
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
    description:
      "Maximum open connections of one process; beyond it the longest idle one is closed. 0 = the limit of open files less a reserve.",
  }),
  publicUrl: textSetting({
    env: "SIGNALBOX_PUBLIC_URL",
    flag: "public-url",
    default: "",
    description:
      "Address that browsers use, such as `https://router.example.org`; the base of links in mail. Requests without a key under another name are refused.",
  }),
  trustProxy: textSetting({
    env: "SIGNALBOX_TRUST_PROXY",
    flag: "trust-proxy",
    default: "",
    description:
      "Proxies whose `x-forwarded-*` headers are trusted: their number (`1`), or addresses and networks " +
      "(`10.0.0.0/8, 192.0.2.7`). Leave unset without a proxy. `true` means `1`.",
    form: { pattern: "^(?:true|false|[0-9a-fA-F.:/, ]*)$", example: "1, or 10.0.0.0/8" },
  }),
  drainMs: integerSetting({
    env: "SIGNALBOX_DRAIN_MS",
    flag: "drain-ms",
    default: 0,
    minimum: 0,
    maximum: 600_000,
    description:
      "How long a stopping service keeps serving while `/readyz` answers 503: two to three health checks of the balancer; " +
      "0 without one.",
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
    description: "Maximum time to receive one request, except uploads.",
  }),
  uploadTimeoutMs: integerSetting({
    env: "SIGNALBOX_UPLOAD_TIMEOUT_MS",
    flag: "upload-timeout-ms",
    default: 3_600_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description: "Maximum time to receive one evaluation file.",
  }),
});

export const storage = Type.Object({
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
    description:
      "`postgres://USER:PASSWORD@HOST:5432/DATABASE` for PostgreSQL, `sqlite:FILE` for another SQLite file. " +
      "Empty = SQLite in the data directory.",
  }),
  digestKeysDir: textSetting({
    env: "SIGNALBOX_DIGEST_KEYS_DIR",
    flag: "digest-keys-dir",
    default: "",
    description:
      "Directory for the digest keys of accounts, shared by all replicas; empty = in the database. Back it up apart from the database.",
  }),
  digestSecret: textSetting({
    env: "SIGNALBOX_DIGEST_SECRET",
    flag: "digest-secret",
    default: "",
    isSecret: true,
    description:
      "Encrypts the digest keys in the database: at least 32 characters. To rotate, prepend the new one: `NEW,OLD`.",
  }),
  journalWait: choiceSetting(["commit", "handed-over"], {
    env: "SIGNALBOX_JOURNAL_WAIT",
    flag: "journal-wait",
    default: "commit",
    description:
      "What an answer waits for: `commit` survives a power loss; `handed-over` is faster, and a killed process loses the decisions of its last milliseconds.",
  }),
  statementTimeoutMs: integerSetting({
    env: "SIGNALBOX_STATEMENT_TIMEOUT_MS",
    flag: "statement-timeout-ms",
    default: 60_000,
    minimum: 0,
    maximum: 86_400_000,
    description: "PostgreSQL only. Statement timeout, answered with 503; 0 = none. Migrations have none.",
  }),
  awayMs: integerSetting({
    env: "SIGNALBOX_AWAY_MS",
    flag: "away-ms",
    default: 120_000,
    minimum: 0,
    maximum: 86_400_000,
    description:
      "PostgreSQL only. How long decisions continue without it, spooled to `spool/` in the data directory; 0 = refuse them with 503.",
  }),
  spoolBytesMax: integerSetting({
    env: "SIGNALBOX_SPOOL_BYTES_MAX",
    flag: "spool-bytes-max",
    default: 536_870_912,
    minimum: 1_048_576,
    maximum: 1_099_511_627_776,
    description: "Maximum size of the spool; beyond it decisions get 503.",
  }),
});

export const log = Type.Object({
  level: choiceSetting(["trace", "debug", "info", "warn", "error", "silent"], {
    env: "SIGNALBOX_LOG_LEVEL",
    flag: "log-level",
    default: "warn",
    description: "Least severe level to log. Prompt text and secrets are never logged.",
  }),
});

export const metrics = Type.Object({
  token: textSetting({
    env: "SIGNALBOX_METRICS_TOKEN",
    flag: "metrics-token",
    default: "",
    isSecret: true,
    description: "Bearer token for `/metrics`; empty = loopback callers only.",
  }),
});
