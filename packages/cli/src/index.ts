export { COMMANDS } from "./commands/index.ts";
export type { Command, Console, ExitCode, Invocation, OptionSpec } from "./command.ts";
export { buildDashboard } from "./dashboard/ensure-dashboard.ts";
export { runCli } from "./run-cli.ts";
