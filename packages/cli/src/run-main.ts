// The `signalbox` command on a real terminal.
import { COMMANDS } from "./commands/index.ts";
import { runOnTerminal } from "./terminal.ts";

await runOnTerminal(COMMANDS);
