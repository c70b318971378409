// A trie over UTF-16 units in flat arrays, for the walks that every word of every request takes. It grows as lists of ways and is
// then laid out: the ways on from a state lie beside each other, and what follows them right behind, so that a walk reads memory
// in one direction and most of it from one line of the cache.

/** While it grows: the ways on from a state are a list. */
export interface GrowingTrie {
  /** Way by the first unit of an entry, one table a root. */
  readonly roots: readonly Int32Array[];
  /** First way of a state, and the way after each way; 0 ends a list. */
  readonly firstWay: Int32Array;
  readonly nextWay: Int32Array;
  /** Unit of a way. The state that it leads to has its number; those of the roots come first. */
  readonly unitOf: Uint16Array;
  count: number;
}

export interface FlatTrie {
  /** State by the first unit of an entry, one table a root; 0 where none begins so. */
  readonly roots: readonly Int32Array[];
  /** By state: the first state after it, how many there are (`TABLED`: they have a table, and this is its number), its marks. */
  readonly nodes: Int32Array;
  /** The unit that leads to a state; the states after one are in the order of their units. */
  readonly units: Uint16Array;
  /** By table: the next state by unit of ASCII, then the first state and how many there are. */
  readonly tables: Int32Array;
}

/** Bits of a node: two marks whose meaning is the user's, a count, and a place. */
export const MARKS = { first: 1, second: 2 } as const;
const COUNT_AT = 2;
const PLACE_AT = 10;
const TABLED = 255;
const STATES_MOST = 1 << (31 - PLACE_AT);
/** Beyond so many ways on, a table is quicker than a search. */
const SEARCHED_MOST = 5;
const ASCII = 128;
const TABLE_SIZE = ASCII + 2;

const firstOf = (node: number): number => node >>> PLACE_AT;
const countOf = (node: number): number => (node >>> COUNT_AT) & TABLED;

/** @param unitsMost of all entries together */
export function growTrie(rootCount: number, unitsMost: number): GrowingTrie {
  const size = rootCount + unitsMost;
  return {
    roots: Array.from({ length: rootCount }, () => new Int32Array(65_536)),
    firstWay: new Int32Array(size),
    nextWay: new Int32Array(size),
    unitOf: new Uint16Array(size),
    count: rootCount,
  };
}

function addWay(trie: GrowingTrie, state: number, unit: number): number {
  const { firstWay, nextWay, unitOf } = trie;
  const way = trie.count;
  trie.count += 1;
  unitOf[way] = unit;
  nextWay[way] = firstWay[state]!;
  firstWay[state] = way;
  return way;
}

function wayFrom({ firstWay, nextWay, unitOf }: GrowingTrie, state: number, unit: number): number {
  let way = firstWay[state]!;
  while (way !== 0 && unitOf[way] !== unit) way = nextWay[way]!;
  return way;
}

/** The state of the first `count` units of `entry`, at least one. */
export function addEntry(trie: GrowingTrie, root: number, entry: Uint16Array, count: number): number {
  const starts = trie.roots[root]!;
  const first = entry[0]!;
  let state = (starts[first] ||= addWay(trie, root, first));
  for (let at = 1; at < count; at += 1)
    state = wayFrom(trie, state, entry[at]!) || addWay(trie, state, entry[at]!);
  return state;
}

/** Reused by the next state. */
const ways = new Int32Array(65_536);

/** Writes the ways on from a state into `ways`, in the order of their units. @returns how many there are */
function readWays({ roots, firstWay, nextWay, unitOf }: GrowingTrie, state: number): number {
  let count = 0;
  // Thousands lead on from a root, whose table has them in order.
  for (const way of roots[state] ?? []) if (way !== 0) ways[count++] = way;
  if (count > 0) return count;
  for (let way = firstWay[state]!; way !== 0; way = nextWay[way]!) {
    let at = count;
    for (; at > 0 && unitOf[ways[at - 1]!]! > unitOf[way]!; at -= 1) ways[at] = ways[at - 1]!;
    ways[at] = way;
    count += 1;
  }
  return count;
}

interface LaidOut {
  readonly trie: FlatTrie;
  /** New number of each state of the growing trie. */
  readonly placeOf: Int32Array;
}

interface Layout extends Omit<LaidOut, "trie"> {
  readonly growing: GrowingTrie;
  readonly nodes: Int32Array;
  readonly units: Uint16Array;
  readonly tables: number[];
  /** States whose ways are still to be laid out. */
  readonly open: number[];
  next: number;
}

function placeWay({ growing, placeOf, units }: Layout, way: number, place: number): void {
  placeOf[way] = place;
  units[place] = growing.unitOf[way]!;
}

/** Most states have one way on: what follows is laid out in one run, down to a state that branches or ends. */
function layOutChain(layout: Layout, from: number): number {
  const { growing, nodes, placeOf } = layout;
  let state = from;
  for (
    let way = growing.firstWay[state]!;
    way !== 0 && growing.nextWay[way] === 0;
    way = growing.firstWay[way]!
  ) {
    nodes[placeOf[state]!] = (layout.next << PLACE_AT) | (1 << COUNT_AT);
    placeWay(layout, way, layout.next);
    layout.next += 1;
    state = way;
  }
  return state;
}

function layOutBranches(layout: Layout, state: number): void {
  const { growing, nodes, placeOf, tables, open } = layout;
  const count = readWays(growing, state);
  const first = layout.next;
  layout.next += count;
  for (let way = 0; way < count; way += 1) placeWay(layout, ways[way]!, first + way);
  for (let way = count - 1; way >= 0; way -= 1) open.push(ways[way]!);
  if (count <= SEARCHED_MOST) {
    nodes[placeOf[state]!] = (first << PLACE_AT) | (count << COUNT_AT);
    return;
  }
  const at = tables.length;
  nodes[placeOf[state]!] = ((at / TABLE_SIZE) << PLACE_AT) | (TABLED << COUNT_AT);
  for (let unit = 0; unit < ASCII; unit += 1) tables.push(0);
  tables.push(first, count);
  for (let way = 0; way < count; way += 1) {
    const unit = growing.unitOf[ways[way]!]!;
    if (unit < ASCII) tables[at + unit] = placeOf[ways[way]!]!;
  }
}

/** @throws RangeError where there are too many states */
export function layOutTrie(growing: GrowingTrie): LaidOut {
  const { count, roots, firstWay } = growing;
  if (count >= STATES_MOST) throw new RangeError("The trie has more states than its nodes can name.");
  const layout: Layout = {
    growing,
    nodes: new Int32Array(count),
    units: new Uint16Array(count),
    placeOf: new Int32Array(count),
    tables: [],
    open: roots.map((_, root) => roots.length - 1 - root),
    next: roots.length,
  };
  roots.forEach((_, root) => (layout.placeOf[root] = root));
  while (layout.open.length > 0) {
    const state = layOutChain(layout, layout.open.pop()!);
    if (firstWay[state] !== 0) layOutBranches(layout, state);
  }
  const { nodes, units, tables, placeOf } = layout;
  const starts = roots.map((ways) => ways.map((way) => (way === 0 ? 0 : placeOf[way]!)));
  return { trie: { roots: starts, nodes, units, tables: Int32Array.from(tables) }, placeOf };
}

export function markState({ nodes }: FlatTrie, state: number, mark: number): void {
  nodes[state] = nodes[state]! | mark;
}

/** The state in `units` from `from` on that `unit` leads to; 0 where none does. */
function searchSorted(units: Uint16Array, from: number, count: number, unit: number): number {
  let [low, high] = [from, from + count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle]! < unit) low = middle + 1;
    else high = middle;
  }
  return low < from + count && units[low] === unit ? low : 0;
}

/** The state after `unit`, or 0 where no entry goes on that way. From a root, its table is quicker. */
export function stepFrom({ nodes, units, tables }: FlatTrie, state: number, unit: number): number {
  const node = nodes[state]!;
  const count = countOf(node);
  if (count === TABLED) {
    const table = firstOf(node) * TABLE_SIZE;
    if (unit < ASCII) return tables[table + unit]!;
    return searchSorted(units, tables[table + ASCII]!, tables[table + ASCII + 1]!, unit);
  }
  const from = firstOf(node);
  for (let at = from; at < from + count; at += 1) if (units[at] === unit) return at;
  return 0;
}
