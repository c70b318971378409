// Groups near-duplicate prompts.
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

type OnSame = (a: number, b: number) => void;

function signatures(texts: readonly string[]): { keys: string[]; signature: (Uint32Array | undefined)[] } {
  const keys = texts.map(normaliseText);
  const frequency = new ShingleFrequency();
  for (const key of keys) frequency.add(shingleHashes(key));
  return { keys, signature: keys.map((key) => minHash(shingleHashes(key), frequency)) };
}

function visitEqual(keys: readonly string[], onSame: OnSame): void {
  const first = new Map<string, number>();
  for (const [i, key] of keys.entries()) {
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else onSame(other, i);
  }
}

function visitNear(signature: readonly (Uint32Array | undefined)[], onSame: OnSame): void {
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
        if (theirs !== undefined && similarity(own, theirs) >= NEAR_SIMILARITY) onSame(other, i);
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
  const onSame: OnSame = (a, b) => {
    const [x, y] = [findRoot(parent, a), findRoot(parent, b)];
    parent[Math.max(x, y)] = Math.min(x, y);
  };
  const { keys, signature } = signatures(texts);
  visitEqual(keys, onSame);
  visitNear(signature, onSame);
  return parent.map((_, i) => findRoot(parent, i));
}
