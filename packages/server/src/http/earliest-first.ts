// A binary heap whose items can leave from anywhere: adding, taking the first and removing any one look at a logarithm of the
// items, so that a long queue is no slower to serve than a short one.

/** Items know their own place: a map of them would keep each, and all that it leads to, until the next full collection. */
export interface Placed {
  /** Written by the heap alone; -1 before it is added. */
  place: number;
}

interface EarliestFirst<Item extends Placed> {
  /** Undefined when there is none. */
  first(): Item | undefined;
  /** @param item that is not in it */
  add(item: Item): void;
  /** False when it was not in it. */
  remove(item: Item): boolean;
}

class Heap<Item extends Placed> implements EarliestFirst<Item> {
  readonly #isBefore: (left: Item, right: Item) => boolean;
  readonly #items: Item[] = [];

  constructor(isBefore: (left: Item, right: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#rise(item, this.#items.length);
  }

  remove(item: Item): boolean {
    const { place } = item;
    if (this.#items[place] !== item) return false;
    const last = this.#items.pop();
    if (last === undefined || last === item) return true;
    this.#sink(last, this.#rise(last, place));
    return true;
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }

  /** Returns where the item came to stand. */
  #rise(item: Item, from: number): number {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      this.#put(parent, place);
      place = above;
    }
    this.#put(item, place);
    return place;
  }

  #sink(item: Item, from: number): void {
    let place = from;
    for (;;) {
      const below = this.#earlierChild(place);
      const child = this.#items[below];
      if (child === undefined || !this.#isBefore(child, item)) break;
      this.#put(child, place);
      place = below;
    }
    this.#put(item, place);
  }

  #earlierChild(place: number): number {
    const left = 2 * place + 1;
    const [leftItem, rightItem] = [this.#items[left], this.#items[left + 1]];
    if (leftItem === undefined || rightItem === undefined) return left;
    return this.#isBefore(rightItem, leftItem) ? left + 1 : left;
  }
}

/** @param isBefore a strict order */
export function createEarliestFirst<Item extends Placed>(
  isBefore: (left: Item, right: Item) => boolean,
): EarliestFirst<Item> {
  return new Heap(isBefore);
}
