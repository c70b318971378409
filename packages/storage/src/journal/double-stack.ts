// The numbers of the record that is being packed, in memory that the next record takes again.

export class DoubleStack {
  #values = new Float64Array(1_024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Forgets what was pushed after so many. */
  cutTo(count: number): void {
    this.#count = count;
  }

  push(value: number): void {
    if (this.#count === this.#values.length) this.#grow();
    this.#values[this.#count] = value;
    this.#count += 1;
  }

  /** Room for so many numbers, which `put` fills. */
  reserve(count: number): void {
    this.#count += count;
    while (this.#values.length < this.#count) this.#grow();
  }

  put(place: number, value: number): void {
    this.#values[place] = value;
  }

  at(place: number): number {
    return this.#values[place] ?? Number.NaN;
  }

  /** Until the next push. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, this.#count * Float64Array.BYTES_PER_ELEMENT);
  }

  #grow(): void {
    const grown = new Float64Array(this.#values.length * 2);
    grown.set(this.#values);
    this.#values = grown;
  }
}
