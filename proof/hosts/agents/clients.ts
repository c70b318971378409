// The real clients, installed into a cache folder of their own: 1.2 GB that nothing else of the project needs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { CLIENTS } from "../../../packages/cli/src/gateway/clients.ts";

export interface InstalledClient {
  readonly name: string;
  readonly version: string;
  readonly command: string;
  /** Asks once, without a terminal. */
  readonly ask: (prompt: string) => readonly string[];
}

const ASK: Readonly<Record<string, InstalledClient["ask"]>> = {
  claude: (prompt) => ["-p", prompt, "--allowedTools", "Bash,Task,Agent"],
  codex: (prompt) => ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt],
  opencode: (prompt) => ["run", prompt],
  copilot: (prompt) => ["-p", prompt, "--allow-all-tools"],
  pi: (prompt) => ["-p", prompt],
  cline: (prompt) => ["--json", prompt],
  kilo: (prompt) => ["run", "--auto", prompt],
  qwen: (prompt) => ["-p", prompt, "--yolo"],
};

function versionOf(folder: string, npm: string): string {
  const manifest = readFileSync(join(folder, "node_modules", npm, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** @throws Error where npm cannot install them */
export function installClients(folder: string): readonly InstalledClient[] {
  mkdirSync(folder, { recursive: true });
  const missing = Object.values(CLIENTS).filter(({ npm }) => !existsSync(join(folder, "node_modules", npm)));
  if (missing.length > 0) {
    const args = ["install", "--no-audit", "--no-fund", "--prefix", folder, ...missing.map(({ npm }) => npm)];
    const { status } = spawnSync("npm", args, { stdio: "inherit" });
    if (status !== 0)
      throw new Error("The clients could not be installed. Check that the npm registry can be reached.");
  }
  return Object.entries(CLIENTS).map(([name, { npm, command }]) => ({
    name,
    version: versionOf(folder, npm),
    command: join(folder, "node_modules/.bin", command),
    ask: ASK[name] ?? ((prompt) => [prompt]),
  }));
}
