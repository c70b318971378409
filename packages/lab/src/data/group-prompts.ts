// Groups near-duplicate prompts, and finds the prompts of one folder that nearly equal one of another.
import {
  ShingleFrequency,
  bandKeys,
  minHash,
  normaliseText,
  shingleHashes,
  similarity,
} from "./text-signature.ts";

/** Estimated Jaccard similarity of the telling shingles from which two prompts count as one. */
const NEAR_SIMILARITY = 0.7;
/** A bucket is compared with so many of its members at most: a degenerate corpus must not cost quadratic time. */
const BUCKET_COMPARED_MAX = 24;

interface Visit {
  readonly onSame: (a: number, b: number) => void;
  /** Prompts below this index meet only prompts at or above it; undefined: all meet all. */
  readonly boundary?: number;
}

function signatures(texts: readonly string[]): { keys: string[]; signature: (Uint32Array | undefined)[] } {
  const keys = texts.map(normaliseText);
  const frequency = new ShingleFrequency();
  for (const key of keys) frequency.add(shingleHashes(key));
  return { keys, signature: keys.map((key) => minHash(shingleHashes(key), frequency)) };
}

function crosses(a: number, b: number, boundary: number | undefined): boolean {
  return boundary === undefined || a < boundary !== b < boundary;
}

function visitEqual(keys: readonly string[], visit: Visit): void {
  const first = new Map<string, number>();
  for (const [i, key] of keys.entries()) {
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else if (crosses(other, i, visit.boundary)) visit.onSame(other, i);
  }
}

function visitNear(signature: readonly (Uint32Array | undefined)[], visit: Visit): void {
  const buckets = new Map<number, number[]>();
  for (const [i, own] of signature.entries()) {
    if (own === undefined) continue;
    for (const key of bandKeys(own)) {
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, [i]);
        continue;
      }
      for (const other of bucket) {
        const theirs = signature[other];
        if (
          theirs !== undefined &&
          crosses(other, i, visit.boundary) &&
          similarity(own, theirs) >= NEAR_SIMILARITY
        )
          visit.onSame(other, i);
      }
      if (bucket.length < BUCKET_COMPARED_MAX) bucket.push(i);
    }
  }
}

function findRoot(parent: Int32Array, start: number): number {
  let at = start;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at] ?? 0] ?? 0;
    at = parent[at] ?? 0;
  }
  return at;
}

/** Near-duplicate groups, numbered by their first prompt. @shape texts.length */
export function groupPrompts(texts: readonly string[]): Int32Array {
  const parent = Int32Array.from(texts, (_, i) => i);
  const visit: Visit = {
    onSame: (a, b) => {
      const [x, y] = [findRoot(parent, a), findRoot(parent, b)];
      parent[Math.max(x, y)] = Math.min(x, y);
    },
  };
  const { keys, signature } = signatures(texts);
  visitEqual(keys, visit);
  visitNear(signature, visit);
  return parent.map((_, i) => findRoot(parent, i));
}

/** 1 for every prompt of `training` that equals or nearly equals one of `evaluation`. @shape training.length */
export function findOverlap(training: readonly string[], evaluation: readonly string[]): Uint8Array {
  const isNear = new Uint8Array(training.length);
  const boundary = evaluation.length;
  const visit: Visit = {
    boundary,
    onSame: (a, b) => {
      isNear[Math.max(a, b) - boundary] = 1;
    },
  };
  const { keys, signature } = signatures([...evaluation, ...training]);
  const evaluated = new Set(keys.slice(0, boundary));
  for (let i = 0; i < training.length; i += 1) if (evaluated.has(keys[boundary + i] ?? "")) isNear[i] = 1;
  visitNear(signature, visit);
  return isNear;
}
