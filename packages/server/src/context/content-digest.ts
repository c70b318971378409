// HMAC-SHA-256 (RFC 2104) of a conversation under the account's own key: equal conversations of one account can be
// recognised, nothing can be read back, and digests of two accounts never match. Built from two one-shot hashes, which
// cost a third of the library's HMAC object; a test holds it equal to that.
import { hash, createHash, type Hash } from "node:crypto";
import type { ConversationMemory, Message, Remembered } from "@signalbox/engine/internals";

const BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;
const DIGEST_BYTES = 32;
const KEPT_BYTES_MAX = 262_144;

export interface DigestKey {
  /** The padded key, in front of room for the text; grown when a text needs more. */
  inner: Buffer;
  readonly outer: Buffer;
}

function padKey(key: Buffer, pad: number, size: number): Buffer {
  const padded = Buffer.alloc(size);
  for (let index = 0; index < BLOCK_BYTES; index += 1) padded[index] = (key[index] ?? 0) ^ pad;
  return padded;
}

/** @param secret the account's digest key; longer ones than a block are hashed first, as the standard says */
export function createDigestKey(secret: string): DigestKey {
  const bytes = Buffer.from(secret);
  const key = bytes.length > BLOCK_BYTES ? hash("sha256", bytes, "buffer") : bytes;
  return {
    inner: padKey(key, INNER_PAD, BLOCK_BYTES + 4096),
    outer: padKey(key, OUTER_PAD, BLOCK_BYTES + DIGEST_BYTES),
  };
}

/** The key's block with room for the text behind it; only blocks of a usual size are kept. */
function roomFor(key: DigestKey, units: number): Buffer {
  // A UTF-16 unit takes three bytes at most.
  const needed = BLOCK_BYTES + units * 3;
  if (key.inner.length >= needed) return key.inner;
  const grown = Buffer.allocUnsafe(needed);
  key.inner.copy(grown, 0, 0, BLOCK_BYTES);
  if (needed <= KEPT_BYTES_MAX) key.inner = grown;
  return grown;
}

/** The key's block and the text, as the inner hash begins. The next text is written over it. */
function writeText(key: DigestKey, text: string): Buffer {
  const block = roomFor(key, text.length);
  return block.subarray(0, BLOCK_BYTES + block.write(text, BLOCK_BYTES, "utf8"));
}

/** The outer hash, hex. */
function finishDigest(key: DigestKey, inner: Buffer): string {
  inner.copy(key.outer, BLOCK_BYTES);
  return hash("sha256", key.outer, "hex");
}

/** HMAC-SHA-256, hex. */
export const digestText = (key: DigestKey, text: string): string => digestBlock(key, writeText(key, text));

/** Shorter texts are mostly names in ASCII, which take less than a call of the library. @unit UTF-16 units */
const SHORT_UNITS = 24;

/** Writes a text and a NUL. @returns where the next one begins */
function put(block: Buffer, text: string, from: number): number {
  let at = from;
  if (text.length < SHORT_UNITS)
    for (let unit = 0; unit < text.length && text.charCodeAt(unit) < 128; unit += 1)
      block[at++] = text.charCodeAt(unit);
  if (at - from < text.length) at = from + block.write(text, from, "utf8");
  block[at] = 0;
  return at + 1;
}

function unitsOf(messages: readonly Message[]): number {
  let units = 0;
  for (const { role, text, toolCallJson = "" } of messages)
    units += role.length + text.length + toolCallJson.length + 3;
  return units;
}

/** A NUL between role and text, and behind both, keeps two splits of one text apart. */
function writeContent(key: DigestKey, messages: readonly Message[]): Buffer {
  const block = roomFor(key, unitsOf(messages));
  let at = BLOCK_BYTES;
  for (const { role, text, toolCallJson } of messages) {
    at = put(block, text, put(block, role, at));
    // Calls of tools, and results that one dialect puts into turns of the user, tell two runs of the same task apart.
    if (toolCallJson !== undefined) at = put(block, toolCallJson, at);
  }
  return block.subarray(0, at);
}

const digestBlock = (key: DigestKey, block: Buffer): string =>
  finishDigest(key, hash("sha256", block, "buffer"));

export const digestContent = (messages: readonly Message[], key: DigestKey): string =>
  digestBlock(key, writeContent(key, messages));

/** Two NULs in front: no conversation begins so. */
export const digestSubject = (subject: string, key: DigestKey): string =>
  digestText(key, `\u0000\u0000subject\u0000${subject}`);

// Digests of the beginnings of one conversation, each made once. An agent sends all earlier turns again, so most requests ask for
// the digest of all but the newest messages and then for that of all: beyond a few kilobytes both come from one pass over the text.

/** Below so much text two passes cost less than an object that keeps its state. @unit UTF-16 units */
const ONE_PASS_LEAST = 4_096;
/** More is hashed as it is: a block for it would cost as much as its hash. @unit UTF-16 units */
const BLOCK_UNITS_MAX = KEPT_BYTES_MAX / 3;

export class ConversationDigests {
  readonly key: DigestKey;
  /** Digest of the subject of the conversation; null without a subject. Conversations of two subjects are never one. */
  readonly subject: string | null;
  /** Digest of the start of the conversation, kept here by those who know what counts as its start. */
  start: string | undefined;
  readonly #messages: readonly Message[];
  /** By count. */
  readonly #made: (string | undefined)[] = [];
  #pass: Hash | undefined;
  /** Messages that the pass has read. */
  #passed = 0;

  constructor(messages: readonly Message[], key: DigestKey, subject?: string | null) {
    this.#messages = messages;
    this.key = key;
    this.subject = subject ? digestSubject(subject, key) : null;
  }

  /** Finds by its digests the numbers that the account's memory has of the conversation. */
  in(memory: ConversationMemory): Remembered {
    return {
      ...memory,
      digestOf: (count) => this.of(count),
      digest: (text) => digestText(this.key, text),
    };
  }

  /** Digest of the first `count` messages, as `digestContent` makes it. */
  of(count: number): string {
    return (this.#made[count] ??= this.#isInPass(count) ? this.#passTo(count) : this.#alone(count));
  }

  #alone(count: number): string {
    const messages = this.#messages;
    return digestContent(count === messages.length ? messages : messages.slice(0, count), this.key);
  }

  /** Says whether a digest was passed already: what was is read again. */
  #isInPass(count: number): boolean {
    if (this.#pass !== undefined) return count >= this.#passed;
    const isWhole = count === this.#messages.length;
    const units = unitsOf(isWhole ? this.#messages : this.#messages.slice(0, count));
    return units >= (isWhole ? BLOCK_UNITS_MAX : ONE_PASS_LEAST);
  }

  #passTo(count: number): string {
    const pass = (this.#pass ??= createHash("sha256").update(this.key.inner.subarray(0, BLOCK_BYTES)));
    const messages = this.#messages.slice(this.#passed, count);
    if (unitsOf(messages) < BLOCK_UNITS_MAX)
      pass.update(writeContent(this.key, messages).subarray(BLOCK_BYTES));
    else
      for (const { role, text, toolCallJson } of messages) {
        pass.update(`${role}\0`).update(text).update("\0");
        if (toolCallJson !== undefined) pass.update(toolCallJson).update("\0");
      }
    this.#passed = count;
    return finishDigest(this.key, pass.copy().digest());
  }
}
