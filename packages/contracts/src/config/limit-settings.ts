// Limits on what one request, account or address may take of the service, and what the service takes of the machine.
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
      "Largest request body in bytes; larger ones are answered with 413. Bodies without conversations or evaluations may have 256 KiB, those without a key 16 KiB.",
  }),
  readingMs: integerSetting({
    env: "SIGNALBOX_READING_MS",
    flag: "reading-ms",
    default: 50,
    minimum: 0,
    maximum: 60_000,
    description:
      "Processor time, in milliseconds, that reading a body may take for each 2 MiB that it begins; beyond it the answer is 413 with the part that was being read. 0 for no bound.",
  }),
  valuesMax: integerSetting({
    env: "SIGNALBOX_VALUES_MAX",
    flag: "values-max",
    default: 20_000,
    minimum: 1000,
    maximum: 10_000_000,
    description:
      "Members and items that one JSON body may hold, counted before it is parsed; a text counts once, however long. " +
      "A conversation of 2,000 turns with a few parts each has 20,000. The time to read a body grows with them. " +
      "The members may have a fifth as many different names.",
  }),
  inFlightMax: integerSetting({
    env: "SIGNALBOX_IN_FLIGHT_MAX",
    flag: "in-flight-max",
    default: 1024,
    minimum: 1,
    maximum: 100_000,
    description:
      "Concurrent requests; more are shed with 503 and `retry-after`. One account may have half of them, and less while others ask too. Requests without a key have a pool apart, an eighth as large, of which one address (IPv6: one /64) has a quarter at most.",
  }),
  bodyBytesPerAccountMax: integerSetting({
    env: "SIGNALBOX_BODY_BYTES_PER_ACCOUNT_MAX",
    flag: "body-bytes-per-account-max",
    default: 134_217_728,
    minimum: 65_536,
    maximum: 68_719_476_736,
    description:
      "Bytes of bodies of more than 64 KiB that one account may have in flight, from the head until the answer; more are shed with 503. One body is always taken.",
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
  redisUrl: textSetting({
    env: "SIGNALBOX_REDIS_URL",
    flag: "redis-url",
    default: "",
    isSecret: true,
    description:
      "`redis://USER:PASSWORD@HOST:6379/0` (`rediss://` with TLS) of a Redis or Valkey server in which replicas count " +
      "requests per minute together, exactly; empty: each replica counts by itself.",
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
