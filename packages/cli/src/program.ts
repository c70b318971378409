// The parts that another command line is made of: the laboratory has its own commands.
export { JSON_OPTION } from "./command.ts";
export type { Command, Console, ExitCode, Invocation, OptionSpec, Program } from "./command.ts";
export { alignColumns } from "./output/text.ts";
export { createProgress } from "./output/progress.ts";
export { runCli } from "./run-cli.ts";
export { runOnTerminal } from "./terminal.ts";
