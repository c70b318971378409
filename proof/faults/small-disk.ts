// A file system of a few megabytes in memory that can be filled to the last byte and emptied again.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHUNKS = [65_536, 4_096, 1];

export interface SmallDisk {
  readonly folder: string;
  /** Takes every byte that is left. */
  fill(): void;
  /** Gives them back. */
  free(): void;
  remove(): void;
}

/** Undefined where this process may mount nothing. */
export function createSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-small-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", folder]);
  if (status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  const filler = join(folder, "filler");
  return {
    folder,
    fill: () => {
      const file = openSync(filler, "a");
      for (const bytes of CHUNKS) fillBy(file, Buffer.alloc(bytes, 1));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync("umount", [folder]);
      rmdirSync(folder);
    },
  };
}

function fillBy(file: number, chunk: Buffer): void {
  try {
    for (;;) if (writeSync(file, chunk) < chunk.length) return;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}
