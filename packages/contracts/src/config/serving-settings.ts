// How the service listens, stores, logs and measures.
import { Type } from "typebox";

import { choiceSetting, integerSetting, textSetting } from "./setting.ts";

export const server = Type.Object({
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
  workers: integerSetting({
    env: "SIGNALBOX_WORKERS",
    flag: "workers",
    default: 1,
    minimum: 1,
    maximum: 64,
    description:
      "Processes that share the port, one for each core that decides. They share the requests a minute and what may be in flight.",
  }),
  connectionsMax: integerSetting({
    env: "SIGNALBOX_CONNECTIONS_MAX",
    flag: "connections-max",
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
    description:
      "Connections that one process keeps open; beyond it the longest idle one is closed. 0: the limit of open files less a reserve.",
  }),
  publicUrl: textSetting({
    env: "SIGNALBOX_PUBLIC_URL",
    flag: "public-url",
    default: "",
    description:
      "Address that browsers use, e.g. `https://router.example.org`. Links in mail are built from it.",
  }),
  trustProxy: textSetting({
    env: "SIGNALBOX_TRUST_PROXY",
    flag: "trust-proxy",
    default: "",
    description:
      "Whose `x-forwarded-*` counts: how many proxies stand in front (`1`), or their addresses and networks " +
      "(`10.0.0.0/8, 192.0.2.7`). Never set without such a proxy. `true` means `1`.",
    form: { pattern: "^(?:true|false|[0-9a-fA-F.:/, ]*)$", example: "1, or 10.0.0.0/8" },
  }),
  drainMs: integerSetting({
    env: "SIGNALBOX_DRAIN_MS",
    flag: "drain-ms",
    default: 0,
    minimum: 0,
    maximum: 600_000,
    description:
      "How long a stop goes on serving while `/readyz` answers 503, so that balancers turn away first. " +
      "Two to three of their health checks; 0 without a balancer.",
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
    description: "How long a client may take to send one whole request, uploads excepted.",
  }),
  uploadTimeoutMs: integerSetting({
    env: "SIGNALBOX_UPLOAD_TIMEOUT_MS",
    flag: "upload-timeout-ms",
    default: 3_600_000,
    minimum: 1_000,
    maximum: 86_400_000,
    description: "How long a client may take to send one whole file of own evaluations.",
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
      "`postgres://USER:PASSWORD@HOST:5432/DATABASE` to use PostgreSQL instead of the embedded SQLite database; " +
      "`sqlite:FILE` for another file than the one in the data directory. Anything else is refused.",
  }),
  digestKeysDir: textSetting({
    env: "SIGNALBOX_DIGEST_KEYS_DIR",
    flag: "digest-keys-dir",
    default: "",
    description:
      "Directory for the digest keys of accounts, a file each, for its owner alone and shared by all replicas; empty keeps them in the database. Back it up, apart from the database.",
  }),
  digestSecret: textSetting({
    env: "SIGNALBOX_DIGEST_SECRET",
    flag: "digest-secret",
    default: "",
    isSecret: true,
    description:
      "Encrypts the digest keys in the database, instead of a directory for them: at least 32 characters. To change it, put the new one in front: `NEW,OLD`.",
  }),
  journalSync: choiceSetting(["full", "normal"], {
    env: "SIGNALBOX_JOURNAL_SYNC",
    flag: "journal-sync",
    default: "full",
    description:
      "SQLite only. `full` survives power loss, `normal` survives a kill of the process and is faster.",
  }),
  statementTimeoutMs: integerSetting({
    env: "SIGNALBOX_STATEMENT_TIMEOUT_MS",
    flag: "statement-timeout-ms",
    default: 60_000,
    minimum: 0,
    maximum: 86_400_000,
    description:
      "PostgreSQL only. Milliseconds after which it gives up one statement, answered with 503; 0 sets no limit. Migrations have none.",
  }),
  awayMs: integerSetting({
    env: "SIGNALBOX_AWAY_MS",
    flag: "away-ms",
    default: 120_000,
    minimum: 0,
    maximum: 86_400_000,
    description:
      "PostgreSQL only. Milliseconds that decisions go on from memory after it stopped answering, kept in `spool/` of the data directory until it is back; 0 refuses them with 503.",
  }),
  spoolBytesMax: integerSetting({
    env: "SIGNALBOX_SPOOL_BYTES_MAX",
    flag: "spool-bytes-max",
    default: 536_870_912,
    minimum: 1_048_576,
    maximum: 1_099_511_627_776,
    description: "Bytes that decisions may take there; further ones are refused with 503.",
  }),
});

export const log = Type.Object({
  level: choiceSetting(["trace", "debug", "info", "warn", "error", "silent"], {
    env: "SIGNALBOX_LOG_LEVEL",
    flag: "log-level",
    default: "warn",
    description: "Least severe log line that is written. Prompt text and secrets are never logged.",
  }),
});

export const metrics = Type.Object({
  token: textSetting({
    env: "SIGNALBOX_METRICS_TOKEN",
    flag: "metrics-token",
    default: "",
    isSecret: true,
    description: "Bearer token that `/metrics` asks for; empty serves it to loopback callers only.",
  }),
});
