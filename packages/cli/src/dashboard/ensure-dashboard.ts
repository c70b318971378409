// Builds the dashboard when its built files are missing or older than its sources. The digest of the sources stands
// beside the built files, so a later start only reads and compares.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

const ROOT = join(import.meta.dirname, "../../../..");
const WEB = join(ROOT, "packages/web");
const STAMP = join(WEB, "dist/.sources");
const SOURCES = [
  "index.html",
  "vite.config.ts",
  "package.json",
  "{src,public}/**/*",
  "../{charts,sdk}/src/**/*.ts",
];

interface Output {
  readonly error: (text: string) => void;
}

function digestSources(): string {
  const digest = createHash("sha256");
  const files = globSync(SOURCES, { cwd: WEB, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) digest.update(`${file.slice(WEB.length)}\0`).update(readFileSync(file));
  return digest.digest("hex");
}

function isFresh(digest: string): boolean {
  return (
    existsSync(join(WEB, "dist/index.html")) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest
  );
}

function runVite(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "error"], {
    cwd: WEB,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  child.on("error", reject);
  child.on("exit", (code) => {
    if (code === 0) resolve(chunks.join(""));
    else reject(new SignalboxError("internal", `The dashboard could not be built:\n${chunks.join("")}`));
  });
  return promise;
}

/** Whether it built anything. Quiet where there are no sources, as in a package that ships only built files. */
export async function buildDashboard(output: Output): Promise<boolean> {
  if (!existsSync(join(WEB, "index.html"))) return false;
  const digest = digestSources();
  if (isFresh(digest)) return false;
  output.error("signalbox: building the dashboard (once; a few seconds) ...\n");
  await runVite();
  writeFileSync(STAMP, digest);
  return true;
}

/** As `buildDashboard`, but a failed build is only reported: the API works without its dashboard. */
export async function ensureDashboard(output: Output): Promise<void> {
  try {
    await buildDashboard(output);
  } catch (fault) {
    output.error(`signalbox: ${fault instanceof Error ? fault.message : String(fault)}\n`);
  }
}
