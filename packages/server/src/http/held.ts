// Everything that a request holds until it is over: permits, its account's share, its place among the slow bodies. One listener
// gives all of it back: "close" comes after an answer and after an abort alike, and the framework's own hook misses aborts.
import type { FastifyReply } from "fastify";

/** Gives something back; calling it again does nothing. */
type GiveBack = () => void;

export interface Held {
  /** Given back immediately where the request is over. */
  add(giveBack: GiveBack): void;
}

class UntilClosed implements Held {
  #isOver = false;
  readonly #all: GiveBack[] = [];

  add(giveBack: GiveBack): void {
    if (this.#isOver) giveBack();
    else this.#all.push(giveBack);
  }

  end(): void {
    this.#isOver = true;
    for (const giveBack of this.#all) giveBack();
  }
}

export function holdUntilClosed({ raw }: Pick<FastifyReply, "raw">): Held {
  const held = new UntilClosed();
  if (raw.destroyed) held.end();
  else raw.on("close", () => held.end());
  return held;
}
