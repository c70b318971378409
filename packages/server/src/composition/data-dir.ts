import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

/** Creates the data directory for its owner alone and proves that it can be written. @throws SignalboxError invalid_configuration */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const directory = resolve(dataDir);
  const probe = join(directory, `.probe-${randomUUID()}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(probe, "");
    await rm(probe);
    return directory;
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new SignalboxError(
      "invalid_configuration",
      `The data directory ${directory} cannot be written${reason}. Give this user the right to write there, or choose ` +
        "another with SIGNALBOX_DATA_DIR or --data-dir.",
      { cause },
    );
  }
}
