import { testIsolation } from "./isolation.suite.ts";
import { startTestService } from "./test-service.ts";

testIsolation("SQLite", (flags) => startTestService({ flags }));
