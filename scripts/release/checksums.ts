// SHA256SUMS, in the form that `sha256sum --check` reads.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = "SHA256SUMS";

/** Writes the digests of all other files of the folder. */
export function writeChecksums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => name !== FILE)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(join(folder, FILE), lines.join(""));
}
