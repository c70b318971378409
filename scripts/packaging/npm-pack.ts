// `npm pack` of a staged folder.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** Absolute path of the tarball. @throws Error with npm's own words */
export function npmPack(stage: string, outDir: string): string {
  mkdirSync(outDir, { recursive: true });
  const outcome = spawnSync("npm", ["pack", "--json", "--silent", "--pack-destination", outDir], {
    cwd: stage,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (outcome.status !== 0) throw new Error(`npm pack failed:\n${outcome.stdout}${outcome.stderr}`);
  const answer = JSON.parse(outcome.stdout) as unknown;
  const [packed] = Object.values(answer as Record<string, { readonly filename: string }>);
  if (packed === undefined) throw new Error("npm pack made no tarball.");
  return join(outDir, packed.filename);
}
