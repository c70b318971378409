import { test } from "node:test";

import { postgresSkipReason, startTestPostgres } from "@signalbox/storage/testing";

import { testIsolation } from "./isolation.suite.ts";
import { startTestService, type TestService } from "./test-service.ts";

/** A service over a PostgreSQL server of its own, which stops with it. */
async function startOverPostgres(flags: Readonly<Record<string, string>>): Promise<TestService> {
  const postgres = await startTestPostgres();
  try {
    const url = await postgres.createDatabase();
    const service = await startTestService({ flags: { ...flags, "database-url": url } });
    const close = async (): Promise<void> => {
      await service.close();
      await postgres.stop();
    };
    return { ...service, close };
  } catch (fault) {
    await postgres.stop();
    throw fault;
  }
}

const reason = await postgresSkipReason();
if (reason === false) testIsolation("PostgreSQL", startOverPostgres);
else test("isolation over PostgreSQL", { skip: reason });
