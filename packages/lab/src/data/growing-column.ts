// Append-only numeric column: grows by doubling, ends as one exact typed array.

export class GrowingColumn {
  #values: Float64Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#values = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const wider = new Float64Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The values so far. The view is invalid after the next push. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}
