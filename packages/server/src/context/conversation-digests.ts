// Digests of the beginnings of one conversation, each made once. An agent sends all earlier turns again, so most requests ask for
// the digest of all but the newest messages and then for that of all: beyond a few kilobytes both come from one pass over the text.
import { createHash, type Hash } from "node:crypto";

import type { Message } from "@signalbox/engine/internals";

import {
  contentOf,
  digestContent,
  digestSubject,
  finishDigest,
  writeText,
  type DigestKey,
} from "./content-digest.ts";

/** Below so much text two passes cost less than an object that keeps its state. @unit UTF-16 units */
const ONE_PASS_LEAST = 4_096;

export class ConversationDigests {
  readonly key: DigestKey;
  /** Of whom the conversation is about; null where nobody is named. Conversations of two subjects are never one. */
  readonly subject: string | null;
  /** Of how the conversation starts, kept here by those who know what counts as its start. */
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

  /** Of the first `count` messages, as `digestContent` makes it. */
  of(count: number): string {
    return (this.#made[count] ??= this.#isInPass(count) ? this.#passTo(count) : this.#alone(count));
  }

  #alone(count: number): string {
    const messages = this.#messages;
    return digestContent(count === messages.length ? messages : messages.slice(0, count), this.key);
  }

  /** What was passed already is read again. */
  #isInPass(count: number): boolean {
    if (this.#pass !== undefined) return count >= this.#passed;
    if (count === this.#messages.length) return false;
    let units = 0;
    for (let at = 0; at < count; at += 1) units += this.#messages[at]!.text.length;
    return units >= ONE_PASS_LEAST;
  }

  #passTo(count: number): string {
    const text = contentOf(this.#messages.slice(this.#passed, count));
    const block = writeText(this.key, text);
    if (this.#pass === undefined) this.#pass = createHash("sha256").update(block.withKey);
    else this.#pass.update(block.text);
    this.#passed = count;
    return finishDigest(this.key, this.#pass.copy().digest());
  }
}
