// Finished members on disk, so that a run that was killed goes on where it stopped. The folder's name carries the
// digest of everything that decides a member: data, split, seed, recipe. Another run never reads it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARAMETER_NAMES } from "./member.ts";
import type { MemberParameters } from "./member.ts";

export interface Checkpoint {
  find(member: number): MemberParameters | undefined;
  save(member: number, parameters: MemberParameters): void;
  remove(): void;
}

interface MemberIndex {
  readonly lengths: readonly number[];
  readonly sha256: string;
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function toBytes(parameters: MemberParameters): { bytes: Buffer; lengths: number[] } {
  const arrays = PARAMETER_NAMES.map((name) => parameters[name]);
  const bytes = Buffer.concat(
    arrays.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)),
  );
  return { bytes, lengths: arrays.map((array) => array.length) };
}

function fromBytes(bytes: Buffer, lengths: readonly number[]): MemberParameters {
  const copy = new Uint8Array(bytes).buffer;
  let at = 0;
  const take = (index: number): Float32Array => {
    const length = lengths[index] ?? 0;
    const array = new Float32Array(copy, at, length);
    at += length * 4;
    return array;
  };
  return {
    tokens: take(0),
    hidden: take(1),
    hiddenBias: take(2),
    heads: take(3),
    headBias: take(4),
    shared: take(5),
    own: take(6),
  };
}

/** @param key Everything that decides the members, as text. */
export function openCheckpoint(outDir: string, key: string): Checkpoint {
  const dir = join(outDir, `checkpoint-${digest(Buffer.from(key)).slice(0, 16)}`);
  const dataPath = (member: number): string => join(dir, `member-${member}.bin`);
  const indexPath = (member: number): string => join(dir, `member-${member}.json`);
  return {
    find: (member) => {
      if (!existsSync(indexPath(member))) return undefined;
      const index = JSON.parse(readFileSync(indexPath(member), "utf8")) as MemberIndex;
      const bytes = readFileSync(dataPath(member));
      return digest(bytes) === index.sha256 ? fromBytes(bytes, index.lengths) : undefined;
    },
    save: (member, parameters) => {
      mkdirSync(dir, { recursive: true });
      const { bytes, lengths } = toBytes(parameters);
      writeFileSync(dataPath(member), bytes);
      const draft = `${indexPath(member)}.tmp`;
      writeFileSync(draft, JSON.stringify({ lengths, sha256: digest(bytes) }));
      renameSync(draft, indexPath(member));
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
