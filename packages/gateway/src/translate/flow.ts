// The order of a stream: items that an upstream interleaves come out one behind the other, and what is too long ends in an error.
import {
  NO_TOKENS,
  type Closing,
  type Ending,
  type Flow,
  type Head,
  type Opening,
  type Piece,
  type Problem,
} from "./form.ts";

/** Longer than any model answers. @unit characters */
const ANSWER_CHARS_MAX = 32 * 1024 * 1024;

interface Waiting {
  readonly item: Opening;
  readonly texts: string[];
  closing: Closing | undefined;
}

/** One item is live and passes immediately; those that begin before it has ended wait for it. */
export class PieceFlow implements Flow {
  #out: Piece[] = [];
  #live: string | undefined;
  readonly #waiting = new Map<string, Waiting>();
  #hasStarted = false;
  #isOver = false;
  #length = 0;

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The pieces since the last call. */
  take(): readonly Piece[] {
    const taken = this.#out;
    this.#out = [];
    return taken;
  }

  start({ id, model, usage = NO_TOKENS }: Head): void {
    if (this.#hasStarted || this.#isOver) return;
    this.#hasStarted = true;
    this.#out.push({ kind: "start", id, model, usage });
  }

  #emit(piece: Piece): void {
    this.start({ id: "", model: "" });
    this.#out.push(piece);
  }

  open(key: string, item: Opening): void {
    if (this.#isOver || key === this.#live || this.#waiting.has(key)) return;
    if (this.#live !== undefined) {
      this.#waiting.set(key, { item, texts: [], closing: undefined });
      return;
    }
    this.#live = key;
    this.#emit({ kind: "open", item });
  }

  delta(key: string, text: string): void {
    if (this.#isOver || text === "") return;
    this.#length += text.length;
    if (this.#length > ANSWER_CHARS_MAX)
      this.fault({ message: "The model's answer is too long.", status: 502, code: undefined });
    else if (key === this.#live) this.#emit({ kind: "delta", text });
    else this.#waiting.get(key)?.texts.push(text);
  }

  close(key: string, closing: Closing = {}): void {
    if (this.#isOver) return;
    const later = this.#waiting.get(key);
    if (later !== undefined) later.closing = closing;
    if (key !== this.#live) return;
    this.#live = undefined;
    this.#emit({ kind: "close", ...closing });
    this.#promote();
  }

  #promote(): void {
    for (const [key, { item, texts, closing }] of this.#waiting) {
      this.#waiting.delete(key);
      this.#emit({ kind: "open", item });
      if (texts.length > 0) this.#emit({ kind: "delta", text: texts.join("") });
      if (closing === undefined) {
        this.#live = key;
        return;
      }
      this.#emit({ kind: "close", ...closing });
    }
  }

  end(ending: Ending): void {
    if (this.#isOver) return;
    for (const later of this.#waiting.values()) later.closing ??= {};
    if (this.#live !== undefined) this.close(this.#live);
    this.#emit({ kind: "end", ...ending });
    this.#isOver = true;
  }

  fault(problem: Problem): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#out.push({ kind: "fault", ...problem });
  }
}
