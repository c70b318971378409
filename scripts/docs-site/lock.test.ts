// The site can be built on every platform that its tools have a binary for.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

test("the site's lock file holds the binaries of its tools for every platform", () => {
  const file = join(import.meta.dirname, "../../site/package-lock.json");
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  for (const tool of ["rollup", "esbuild"]) {
    const binaries = Object.keys(packages[`node_modules/${tool}`]?.optionalDependencies ?? {});
    const missing = binaries.filter((name) => packages[`node_modules/${name}`] === undefined);
    assert.ok(binaries.length > 10, `${tool} names its binaries`);
    assert.deepEqual(
      missing.filter((name) => name !== "fsevents"),
      [],
    );
  }
});
