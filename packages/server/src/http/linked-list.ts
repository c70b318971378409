// A list of what is open just now, in the order in which it came. A `Set` would do but for the collector: a set that outgrows its
// table leaves one behind that leads to the next, with all that stood in it then. Once one of them is old, every later one and
// the whole requests in it count as old too, and stay until the next full collection. Links that left lead nowhere.

interface Link<T> {
  value: T | undefined;
  before: Link<T>;
  after: Link<T>;
}

function takeOut<T>(link: Link<T>): void {
  link.before.after = link.after;
  link.after.before = link.before;
  link.before = link;
  link.after = link;
  link.value = undefined;
}

export class LinkedList<T extends object> {
  /** Before the first and after the last. */
  readonly #ends: Link<T>;

  constructor() {
    const ends = { value: undefined } as Link<T>;
    ends.before = ends;
    ends.after = ends;
    this.#ends = ends;
  }

  /** The one that has been here longest; undefined when there is none. */
  get first(): T | undefined {
    return this.#ends.after.value;
  }

  /** Behind all others. @returns takes it out; calling it again does nothing */
  add(value: T): () => void {
    const ends = this.#ends;
    const link: Link<T> = { value, before: ends.before, after: ends };
    ends.before.after = link;
    ends.before = link;
    return () => takeOut(link);
  }

  removeFirst(): void {
    const { after } = this.#ends;
    if (after !== this.#ends) takeOut(after);
  }

  /** In the order of arrival. @param visit must not take any out */
  forEach(visit: (value: T) => void): void {
    for (let link = this.#ends.after; link !== this.#ends; link = link.after) visit(link.value as T);
  }
}
