// Limits of requests, accounts, addresses, and of the memory of the service.
import { Type } from "typebox";

import { integerSetting, textSetting } from "./setting.ts";

export const limits = Type.Object({
  bodyBytesMax: integerSetting({
    env: "SIGNALBOX_BODY_BYTES_MAX",
    flag: "body-bytes-max",
    default: 8_388_608,
    minimum: 1024,
    maximum: 268_435_456,
    description:
      "Largest request body in bytes; larger ones get 413. Bodies without conversations or evaluations may have 256 KiB, those without a key 16 KiB.",
  }),
  readingMs: integerSetting({
    env: "SIGNALBOX_READING_MS",
    flag: "reading-ms",
    default: 50,
    minimum: 0,
    maximum: 60_000,
    description:
      "Maximum processor time to read a body, per started 2 MiB; beyond it the answer is 413 and names the part. 0 = no limit.",
  }),
  valuesMax: integerSetting({
    env: "SIGNALBOX_VALUES_MAX",
    flag: "values-max",
    default: 20_000,
    minimum: 1000,
    maximum: 10_000_000,
    description:
      "Maximum members and items of a JSON body, counted before it is parsed; a fifth as many different member names. " +
      "A conversation of 2,000 turns with a few parts each has 20,000.",
  }),
  inFlightMax: integerSetting({
    env: "SIGNALBOX_IN_FLIGHT_MAX",
    flag: "in-flight-max",
    default: 1024,
    minimum: 1,
    maximum: 100_000,
    description:
      "Maximum concurrent requests; more get 503 with `retry-after`. One account may use half, less under load from others. Requests without a key have a pool apart, an eighth as large, of which one address (IPv6: one /64) has a quarter at most.",
  }),
  bodyBytesPerAccountMax: integerSetting({
    env: "SIGNALBOX_BODY_BYTES_PER_ACCOUNT_MAX",
    flag: "body-bytes-per-account-max",
    default: 134_217_728,
    minimum: 65_536,
    maximum: 68_719_476_736,
    description:
      "Maximum bytes in flight of one account's bodies above 64 KiB; more get 503. One body is always accepted.",
  }),
  memoryPercentMax: integerSetting({
    env: "SIGNALBOX_MEMORY_PERCENT_MAX",
    flag: "memory-percent-max",
    default: 92,
    minimum: 1,
    maximum: 100,
    description: "Percent of heap or memory limit above which bodies over 64 KB and uploads get 503.",
  }),
  journalQueueMax: integerSetting({
    env: "SIGNALBOX_JOURNAL_QUEUE_MAX",
    flag: "journal-queue-max",
    default: 4096,
    minimum: 1,
    maximum: 1_000_000,
    description: "Maximum decisions waiting for their commit; more get 503.",
  }),
  requestsPerMinutePerAccount: integerSetting({
    env: "SIGNALBOX_REQUESTS_PER_MINUTE",
    flag: "requests-per-minute",
    default: 0,
    minimum: 0,
    maximum: 100_000_000,
    description: "Maximum decisions of one account per minute; 0 = no limit. A key may have its own limit.",
  }),
  redisUrl: textSetting({
    env: "SIGNALBOX_REDIS_URL",
    flag: "redis-url",
    default: "",
    isSecret: true,
    description:
      "Redis or Valkey server in which replicas count requests per minute together: `redis://USER:PASSWORD@HOST:6379/0` " +
      "(`rediss://` with TLS). Empty = each replica counts for itself.",
    form: { pattern: "^(?:rediss?://\\S+)?$", example: "redis://counter.example.org:6379" },
  }),
  streamsMax: integerSetting({
    env: "SIGNALBOX_STREAMS_MAX",
    flag: "streams-max",
    default: 100,
    minimum: 0,
    maximum: 10_000,
    description: "Live event streams open at the same time; one account may have a fifth of them.",
  }),
});
