// The parts that another command line is made of: the laboratory has its own commands.
export {
  JSON_OPTION,
  type Command,
  type Console,
  type ExitCode,
  type Invocation,
  type OptionSpec,
  type Program,
} from "./command.ts";
export { alignColumns, createProgress } from "./output/text.ts";
export { runCli } from "./run-cli.ts";
export { runOnTerminal } from "./terminal.ts";
