import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { SignalboxError } from "@signalbox/contracts";

/** A file system that answers later than this would also hold up every commit. @unit milliseconds */
const ANSWER_MS = 10_000;

async function prove(directory: string): Promise<void> {
  const probe = join(directory, `.probe-${randomUUID()}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(probe, "");
  await rm(probe);
}

function afterTimeLimit(): { readonly late: Promise<never>; readonly clear: () => void } {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error("no answer"), { code: `no answer within ${ANSWER_MS / 1000} s` }));
  }, ANSWER_MS);
  return { late, clear: () => clearTimeout(timer) };
}

/**
 * Creates the data directory for its owner alone and proves that it can be written.
 * @throws SignalboxError invalid_configuration when it cannot, or when the file system does not answer
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const directory = resolve(dataDir);
  const limit = afterTimeLimit();
  try {
    await Promise.race([prove(directory), limit.late]);
    return directory;
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new SignalboxError(
      "invalid_configuration",
      `The data directory ${directory} cannot be written${reason}. Give this user the right to write there, or choose ` +
        "another with SIGNALBOX_DATA_DIR or --data-dir.",
      { cause },
    );
  } finally {
    limit.clear();
  }
}
