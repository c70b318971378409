// Runs an entry on a given Node as if it were this process: same terminal, same signals, same exit status. Plain JavaScript with
// no imports beyond node:*, because it must run on whatever Node (from 20) the machine has.
import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";

/**
 * glibc gives each thread an arena of its own and keeps what was freed in it: 15 MB of a service at rest. Two arenas, trimmed,
 * are enough for one deciding thread; other systems know no such settings.
 */
export const FRUGAL_MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "1048576" };

/** @param {string} node @param {readonly string[]} args flags of Node, the entry, its arguments */
export function runNode(node, args) {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: "inherit",
    env: { ...FRUGAL_MALLOC, ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
  });
  // The terminal sends ctrl-c to the whole group; a supervisor signals only this process, so pass it on.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`signalbox: ${node} cannot be run: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}
