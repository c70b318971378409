// An earlier state of the sources in a folder of its own, so that both are measured in the same minutes.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const ARCHIVE_BYTES_MAX = 1e9;

/** Packages of others come from this installation, those of the project from the folder. */
function linkPackages(folder: string): void {
  const [from, to] = [join(ROOT, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, "@signalbox"), { recursive: true });
  for (const name of readdirSync(from))
    if (!name.startsWith(".") && name !== "@signalbox") symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(folder, "packages")))
    symlinkSync(join(folder, "packages", name), join(to, "@signalbox", name));
}

export interface EarlierState {
  readonly folder: string;
  remove(): void;
}

/** @param ref a tag or commit; undefined where this checkout does not have it */
export function unpackEarlier(ref: string): EarlierState | undefined {
  const archive = spawnSync("git", ["-C", ROOT, "archive", ref], { maxBuffer: ARCHIVE_BYTES_MAX });
  if (archive.status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "signalbox-earlier-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const { status } = spawnSync("tar", ["-x", "-C", folder], { input: archive.stdout });
  if (status !== 0) {
    remove();
    return undefined;
  }
  linkPackages(folder);
  return { folder, remove };
}
