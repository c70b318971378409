import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describeConformance } from "../src/conformance.suite.ts";
import { openStorage } from "../src/index.ts";
import { postgresSkipReason, startTestPostgres, type TestPostgres } from "./start-test-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-storage-"));
let server: TestPostgres | undefined;

describeConformance({
  name: "SQLite in memory",
  skip: false,
  open: () => openStorage({ url: ":memory:" }),
  release: async () => {},
});

describeConformance({
  name: "a SQLite file",
  skip: false,
  open: () => openStorage({ url: join(folder, "conformance.db") }),
  release: async () => rmSync(folder, { recursive: true }),
});

describeConformance({
  name: "PostgreSQL",
  skip: await postgresSkipReason(),
  open: async () => {
    server = await startTestPostgres();
    return openStorage({ url: await server.createDatabase() });
  },
  release: async () => server?.stop(),
});
