// Builds the dashboard when it is missing or stale; `npm start` does the same by itself.
import { buildDashboard } from "../packages/cli/src/dashboard/ensure-dashboard.ts";

const hasBuilt = await buildDashboard({ error: (text) => process.stderr.write(text) });
process.stdout.write(hasBuilt ? "dashboard: built\n" : "dashboard: nothing to do\n");
