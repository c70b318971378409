// Kubernetes' own types as judges of rendered objects: a member that is misspelt, or of another type, is a fault of the compiler.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Manifest } from "./helm.ts";

const MODULES = join(import.meta.dirname, "../node_modules");
const COMPILER = join(MODULES, "typescript/bin/tsc");

const TYPES = {
  compilerOptions: {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
  files: ["objects.ts"],
};

/** "networking.k8s.io/v1" -> "kubernetes-types/networking/v1" */
function moduleOf(apiVersion: string): string {
  const [group = "", version] = apiVersion.split("/");
  return `kubernetes-types/${version === undefined ? `core/${group}` : `${group.split(".")[0] ?? ""}/${version}`}`;
}

const declare = (manifest: Manifest, index: number): string =>
  `import type { ${manifest.kind} as Kind${index} } from "${moduleOf(manifest.apiVersion)}";\n` +
  `export const object${index}: Kind${index} = ${JSON.stringify(manifest)};\n`;

/** The messages of the compiler; empty when every object is one that Kubernetes knows. */
export function typeFaults(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-chart-"));
  try {
    symlinkSync(MODULES, join(folder, "node_modules"));
    writeFileSync(join(folder, "objects.ts"), manifests.map(declare).join(""));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TYPES));
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILER, "-p", folder], {
      encoding: "utf8",
    });
    if (status !== 0 && stdout === "") throw new Error(`The compiler did not run: ${stderr}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
