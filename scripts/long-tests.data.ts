// Tests that `npm run verify` runs and `npm test` leaves out, by the beginning of their path. A change needs the quick ones; these
// repeat a guarantee in every language, browser, runtime or database, under faults, or after a whole training.
export const LONG_TESTS: readonly string[] = [
  // Installed packages, runtimes, gateways, executed pages, faults under load.
  "proof/",
  // Bundles of all sources, starts from them, installations and patterns that are slow on purpose.
  ...["bootstrap", "bundle-sources", "find-patterns", "start"].map((name) => `scripts/${name}.test.ts`),
  // Journeys in a browser.
  "packages/web/test/",
  // Processes killed, databases taken away, many processes at once.
  ...["database-away", "kill", "lost-connections", "many-processes"].map(
    (name) => `packages/storage/test/${name}.test.ts`,
  ),
  // The same guarantee for every value, key, document, database or replica, and sign-in beside the password.
  ...[
    "allocations custom-routers damaged-database database-away drain drift own-email experiments",
    "fair-shares frozen-listener full-log garbage in-process-router isolation-postgres kept-rows key-limits",
    "kill-learning kill-server learning learning-replicas mail misspelt-everywhere odd-values oidc",
    "prices-in-force python-client queued-trainings required-sign-on router-reach second-factor session-age",
    "shared-rate-limits start-stop strain strict-grader tool-loops what-stays-everywhere",
  ].flatMap((names) => names.split(" ").map((name) => `packages/server/test/${name}.test.ts`)),
  // The client beside real clients and a real service.
  ...[
    "adapter-faults",
    "ai-sdk",
    "hung-service",
    "langchain",
    "openai",
    "private-content",
    "real-server",
  ].map((name) => `packages/sdk/test/${name}.test.ts`),
  // Whole commands in processes of their own.
  ...["commands/gateway-status", "commands/models-show", "commands/serve-workers", "learning-commands"].map(
    (name) => `packages/cli/src/${name}.test.ts`,
  ),
  // Bytes of thousands of drawn requests through the gateway, and rules against 100,000 drawn policies.
  "packages/gateway/test/byte-equality.test.ts",
  "packages/engine/src/filter/bans-hold.test.ts",
  // Trainings, whole evaluations and simulated accounts.
  "packages/engine/src/learn/reports/strict-grader.test.ts",
  "packages/engine/test/session-simulation/",
  "packages/lab/src/learning/",
  "packages/lab/src/protocols/custom/",
  "packages/lab/src/protocols/served/served-source.test.ts",
  "packages/lab/src/train/language/",
  "packages/lab/src/train/train-artefact.test.ts",
];

/** The journey in a browser that every change takes. */
export const QUICK_TESTS: readonly string[] = ["packages/web/test/first-steps.test.ts"];

/** Tests of services that share no process: its service reports by itself once it has been open for a while, and others wait. */
export const OWN_PROCESS_TESTS: readonly string[] = ["packages/server/test/service-health.test.ts"];

/**
 * Those of the long ones that drive a browser, kill processes, take databases and disks away or load the machine until something
 * gives: what else the machine does decides them, too. They run last, one at a time.
 */
export const UNSTEADY_TESTS: readonly string[] = [
  "packages/web/test/",
  "proof/faults/",
  "scripts/bootstrap.test.ts",
  "packages/sdk/test/hung-service.test.ts",
  ...["database-away", "kill", "lost-connections", "many-processes"].map(
    (name) => `packages/storage/test/${name}.test.ts`,
  ),
  ...[
    "damaged-database database-away drain fair-shares frozen-listener full-log kill-learning kill-server key-limits",
    "learning-replicas python-client shared-rate-limits start-stop strain",
  ].flatMap((names) => names.split(" ").map((name) => `packages/server/test/${name}.test.ts`)),
];
