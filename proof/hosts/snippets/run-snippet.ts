// Executes one block as its reader would, and tells what it printed.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";

import { fileOf } from "./page-folder.ts";
import type { Snippet } from "./read-snippets.ts";

interface SnippetSurroundings {
  /** Folder of the page. */
  readonly folder: string;
  /** Added to the environment, before that of this process. */
  readonly env: Readonly<Record<string, string>>;
}

export interface SnippetOutcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

const NODE = [process.execPath, "--disable-warning=ExperimentalWarning"];
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  ts: NODE,
  js: NODE,
  sh: ["sh", "-eu"],
  bash: ["bash", "-eu"],
  python: ["python3"],
};

/** Everything a page talks to is on this machine; a proxy of the surroundings must not come between. */
export const NO_PROXY = { NO_PROXY: "127.0.0.1,localhost", no_proxy: "127.0.0.1,localhost" } as const;

const succeeds = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

/**
 * The folder from which the `requests` that pip carries can be imported by its usual name; undefined when it need not or cannot.
 */
function findVendoredRequests(): string | undefined {
  if (succeeds("python3", ["-c", "import requests"])) return undefined;
  const found = spawnSync("python3", ["-c", "import pip._vendor as v; print(v.__path__[0])"], {
    encoding: "utf8",
  });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

/** Why Python cannot be executed here; undefined when it can. */
export const whyNoPython = (): string | undefined =>
  succeeds("python3", ["--version"]) ? undefined : "this machine has no python3";

/** Why this machine cannot execute the language; undefined when it can. */
export function whyNotHere(language: string): string | undefined {
  if (language !== "python") return undefined;
  const why = whyNoPython();
  if (why !== undefined) return why;
  const can = succeeds("python3", ["-c", "import requests"]) || findVendoredRequests() !== undefined;
  return can ? undefined : "python3 here has no `requests`";
}

function environment({ folder, env }: SnippetSurroundings, language: string): NodeJS.ProcessEnv {
  const vendored = language === "python" ? findVendoredRequests() : undefined;
  const bins = [join(dirname(folder), "bin"), dirname(process.execPath), process.env["PATH"] ?? ""];
  return {
    ...process.env,
    PATH: bins.join(delimiter),
    ...(vendored === undefined ? {} : { PYTHONPATH: vendored }),
    PYTHONDONTWRITEBYTECODE: "1",
    ...NO_PROXY,
    ...env,
  };
}

export const runSnippet = (snippet: Snippet, surroundings: SnippetSurroundings): Promise<SnippetOutcome> =>
  runFile({ language: snippet.language, name: fileOf(snippet) }, surroundings);

/** Executes one file of the folder. */
export async function runFile(
  { language, name }: { readonly language: string; readonly name: string },
  surroundings: SnippetSurroundings,
): Promise<SnippetOutcome> {
  const [command = "", ...args] = COMMANDS[language] ?? [];
  const child = spawn(command, [...args, name], {
    cwd: surroundings.folder,
    env: environment(surroundings, language),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code, out, error };
}

/** Whether what was printed is as the page says, where "…" stands for any text. */
export function isAsShown(printed: string, shown: string): boolean {
  const pattern = shown
    .trim()
    .split("…")
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
    .join("[^]*?");
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
