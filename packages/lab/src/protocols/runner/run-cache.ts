// Predictions of finished baseline runs on disk, so that a second run with another artefact only computes what is new.
// The key covers data, rows, columns, vectors, settings and seed: a stale answer cannot be found.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Estimator, Parameters } from "../../estimators/contract/define-estimator.ts";
import type { Problem } from "./problem.ts";
import type { EstimatorRun } from "./run-estimator.ts";

/** Raised when a change of code changes predictions. */
const CACHE_VERSION = 3;

export interface RunCache {
  find(key: string): Promise<EstimatorRun | undefined>;
  save(key: string, run: EstimatorRun): Promise<void>;
}

/** Remembers nothing. */
export const NO_CACHE: RunCache = {
  find: () => Promise.resolve(undefined),
  save: () => Promise.resolve(),
};

function digestOf(values: Float32Array | Int32Array): string {
  return createHash("sha256")
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest("hex");
}

/** The digest of everything that a problem's answers depend on. */
export function fingerprintProblem({ models, train, dev, test }: Problem): string {
  const parts = [train, dev, test].flatMap(({ prompts, scores }) => [
    digestOf(prompts.features),
    digestOf(scores),
  ]);
  const names = models.map((model) => `${model.name} ${model.meanCostUsd}`);
  return createHash("sha256")
    .update([...parts, ...names].join("\n"))
    .digest("hex");
}

export function cacheKey(fingerprint: string, estimator: Estimator, seed: number): string {
  const setting = JSON.stringify([CACHE_VERSION, fingerprint, estimator.name, estimator.grid, seed]);
  return createHash("sha256").update(setting).digest("hex").slice(0, 40);
}

interface Head {
  readonly parameters: Parameters;
  readonly devLength: number;
}

function decode(bytes: Buffer): EstimatorRun {
  const end = bytes.indexOf(10);
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as Head;
  const floats = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + end + 1, bytes.byteOffset + bytes.length),
  );
  return {
    parameters: head.parameters,
    dev: floats.slice(0, head.devLength),
    test: floats.slice(head.devLength),
  };
}

/** One file a run in `dir`; written aside and renamed, so that a kill leaves no half file. */
export function openRunCache(dir: string): RunCache {
  const pathOf = (key: string): string => join(dir, `${key}.run`);
  return {
    find: async (key) => {
      try {
        return decode(await readFile(pathOf(key)));
      } catch (cause) {
        if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined;
        throw cause;
      }
    },
    save: async (key, { parameters, dev, test }) => {
      await mkdir(dir, { recursive: true });
      const head: Head = { parameters, devLength: dev.length };
      const body = [dev, test].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
      const part = `${pathOf(key)}.part`;
      await writeFile(part, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...body]));
      await rename(part, pathOf(key));
    },
  };
}
