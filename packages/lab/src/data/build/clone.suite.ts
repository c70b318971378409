// A folder with the files of a made clone, in the layout of a repository and with content of our own.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";

export type CloneFiles = Readonly<Record<string, string>>;

export async function makeClone(t: TestContext, files: CloneFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-clone-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export const jsonLines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");
