// The lexicon of concepts: one trie over the words of every language, walked from each start of a word. Time is linear in the text,
// since no walk is longer than the longest entry. It grows as lists of ways and is then laid out: the ways on from a state are
// beside each other, and what follows them right behind, so that a walk reads memory in one direction.
import { classOf, fold, WORD } from "./scan";

/** A node: two marks, how many ways lead on (`TABLED`: they have a table, and this is its number), the first state after it. */
const WHOLE: u32 = 1;
const STEM: u32 = 2;
const COUNT_AT: u32 = 2;
const PLACE_AT: u32 = 10;
const TABLED: u32 = 255;
const STATES_MOST: u32 = 1 << 21;
/** Beyond so many ways on, a table is quicker than a search. */
const SEARCHED_MOST: u32 = 5;
/** A table: the next state by unit of ASCII, then the first state and how many there are. */
const ASCII: u32 = 128;
const TABLE_BYTES: u32 = (ASCII + 2) * 4;
const BLANK: u32 = 32;
const STARTS_BYTES: usize = 0x40000;
const ENDING_BYTES: usize = 12;

/** State by the first unit of an entry; 0 where none begins so. */
let starts: usize;
let nodes: usize;
/** The unit that leads to a state; the states after one are in the order of their units. */
let units: usize;
let tables: usize;
/** Place of the concepts of a state in `lists`, in numbers; 0 where no entry ends. */
let listAt: usize;
/** How many stems and how many whole words end in a state, then the concepts of both. */
let lists: usize;
/** Concepts of a text in the order in which they first begin, and where each first begins, or -1. */
export let concepts: usize;
export let firstAt: usize;
let foundCount: i32 = 0;

function at4(base: usize, index: u32): usize {
  return base + ((<usize>index) << 2);
}

function at2(base: usize, index: u32): usize {
  return base + ((<usize>index) << 1);
}

/** While it grows: first way of a state, the way after each way, its unit. The state that a way leads to has its number. */
let firstWay: usize;
let nextWay: usize;
let wayUnit: usize;
let stateCount: u32;
/** Where entries end: state, concept, mark. */
let endings: usize;
let endingCount: u32;

/** The way on by a unit, or 0. It comes first from then on, since entries with one beginning come together. */
function wayFrom(state: u32, unit: u32): u32 {
  let before: u32 = 0;
  let way = load<u32>(at4(firstWay, state));
  for (; way != 0 && load<u16>(at2(wayUnit, way)) != unit; way = load<u32>(at4(nextWay, way))) before = way;
  if (before == 0 || way == 0) return way;
  store<u32>(at4(nextWay, before), load<u32>(at4(nextWay, way)));
  store<u32>(at4(nextWay, way), load<u32>(at4(firstWay, state)));
  store<u32>(at4(firstWay, state), way);
  return way;
}

function addWay(state: u32, unit: u32): u32 {
  const way = stateCount;
  stateCount += 1;
  store<u16>(at2(wayUnit, way), unit);
  store<u32>(at4(nextWay, way), load<u32>(at4(firstWay, state)));
  store<u32>(at4(firstWay, state), way);
  return way;
}

function addEntry(text: usize, length: i32, concept: u32, folded: usize): void {
  const isStem = length > 0 && load<u16>(text + ((<usize>(length - 1)) << 1)) == 42;
  let count = fold(text, length, folded) - i32(isStem);
  if (count > 0 && load<u16>(at2(folded, count - 1)) == BLANK) count -= 1;
  if (count <= 0) return;
  const first = <u32>load<u16>(folded);
  let state = load<u32>(at4(starts, first));
  if (state == 0) {
    state = addWay(0, first);
    store<u32>(at4(starts, first), state);
  }
  for (let at = 1; at < count; at += 1) {
    const unit = <u32>load<u16>(at2(folded, at));
    const way = wayFrom(state, unit);
    state = way == 0 ? addWay(state, unit) : way;
  }
  const isOpen = classOf(load<u16>(at2(folded, count - 1))) == 2;
  const ending = endings + <usize>endingCount * ENDING_BYTES;
  store<u32>(ending, state);
  store<u32>(ending, concept, 4);
  store<u32>(ending, isStem || isOpen ? STEM : WHOLE, 8);
  endingCount += 1;
}

/** Adds the entries of a text of lines: a name, a tab, then entries between " | ", whole words or stems that end in `*`. */
function addLines(text: usize, length: i32, folded: usize): void {
  const end = text + ((<usize>length) << 1);
  let concept: u32 = 0;
  for (let line = text; line < end;) {
    let to = line;
    let from = line;
    for (; to < end && load<u16>(to) != 10; to += 2) if (from == line && load<u16>(to) == 9) from = to + 2;
    const isLine = to > line;
    for (let at = from; isLine && at <= to; at += 2) {
      const isLast = at == to;
      // " | " in three units.
      if (!isLast && (at + 6 > to || load<u32>(at) != 0x7c0020 || load<u16>(at, 4) != BLANK)) continue;
      addEntry(from, <i32>((at - from) >> 1), concept, folded);
      from = at + 6;
      at = from - 2;
      if (isLast) break;
    }
    if (isLine) concept += 1;
    line = to + 2;
  }
}

let placeOf: usize;
let next: u32;
let tableCount: u32;

function placeWay(way: u32, place: u32): void {
  store<u32>(at4(placeOf, way), place);
  store<u16>(at2(units, place), load<u16>(at2(wayUnit, way)));
}

/** Most states have one way on: what follows is laid out in one run. @returns the state at its end, which branches or ends */
function layOutChain(from: u32): u32 {
  let state = from;
  for (
    let way = load<u32>(at4(firstWay, state));
    way != 0 && load<u32>(at4(nextWay, way)) == 0;
    way = load<u32>(at4(firstWay, way))
  ) {
    store<u32>(at4(nodes, load<u32>(at4(placeOf, state))), (next << PLACE_AT) | (1 << COUNT_AT));
    placeWay(way, next);
    next += 1;
    state = way;
  }
  return state;
}

/** Writes the ways on from a state in the order of their units. @returns how many there are */
function readWays(state: u32, ways: usize): u32 {
  let count: u32 = 0;
  // Thousands lead on from the root, whose table has them in order.
  for (let unit: u32 = 0; state == 0 && unit < 0x10000; unit += 1) {
    const way = load<u32>(at4(starts, unit));
    if (way == 0) continue;
    store<u32>(at4(ways, count), way);
    count += 1;
  }
  for (
    let way = state == 0 ? 0 : load<u32>(at4(firstWay, state));
    way != 0;
    way = load<u32>(at4(nextWay, way))
  ) {
    const unit = load<u16>(at2(wayUnit, way));
    let at = count;
    for (; at > 0 && load<u16>(at2(wayUnit, load<u32>(at4(ways, at - 1)))) > unit; at -= 1)
      store<u32>(at4(ways, at), load<u32>(at4(ways, at - 1)));
    store<u32>(at4(ways, at), way);
    count += 1;
  }
  return count;
}

/** @param ways of the state, in order */
function layOutBranches(state: u32, ways: usize, count: u32): void {
  const node = at4(nodes, load<u32>(at4(placeOf, state)));
  const first = next;
  next += count;
  for (let way: u32 = 0; way < count; way += 1) placeWay(load<u32>(at4(ways, way)), first + way);
  if (count <= SEARCHED_MOST) {
    store<u32>(node, (first << PLACE_AT) | (count << COUNT_AT));
    return;
  }
  const table = tables + <usize>tableCount * TABLE_BYTES;
  store<u32>(node, (tableCount << PLACE_AT) | (TABLED << COUNT_AT));
  tableCount += 1;
  store<u32>(at4(table, ASCII), first);
  store<u32>(at4(table, ASCII + 1), count);
  for (let way: u32 = 0; way < count; way += 1) {
    const unit = <u32>load<u16>(at2(units, first + way));
    if (unit < ASCII) store<u32>(at4(table, unit), first + way);
  }
}

/** @returns whether the tables have room */
function layOut(open: usize, ways: usize, tablesMost: u32): bool {
  next = 1;
  tableCount = 0;
  store<u32>(open, 0);
  for (let depth: u32 = 1; depth > 0;) {
    depth -= 1;
    const state = layOutChain(load<u32>(at4(open, depth)));
    if (load<u32>(at4(firstWay, state)) == 0) continue;
    const count = readWays(state, ways);
    if (count > SEARCHED_MOST && tableCount == tablesMost) return false;
    layOutBranches(state, ways, count);
    for (let way = count; way > 0; way -= 1) {
      store<u32>(at4(open, depth), load<u32>(at4(ways, way - 1)));
      depth += 1;
    }
  }
  for (let unit: u32 = 0; unit < 0x10000; unit += 1) {
    const start = at4(starts, unit);
    store<u32>(start, load<u32>(at4(placeOf, load<u32>(start))));
  }
  return true;
}

/** The lists are in the order of the states, which is that of a walk. @returns the address behind them */
function listEndings(): usize {
  const end = endings + <usize>endingCount * ENDING_BYTES;
  for (let at = endings; at < end; at += ENDING_BYTES) {
    const place = load<u32>(at4(placeOf, load<u32>(at)));
    store<u32>(at, place);
    store<u32>(at4(nodes, place), load<u32>(at4(nodes, place)) | load<u32>(at, 8));
    store<u32>(at4(listAt, place), load<u32>(at4(listAt, place)) + 1);
  }
  let size: u32 = 1;
  for (let place: u32 = 0; place < stateCount; place += 1) {
    const count = load<u32>(at4(listAt, place));
    if (count == 0) continue;
    store<u32>(at4(listAt, place), size);
    size += 2 + count;
  }
  for (let mark = STEM; mark >= WHOLE; mark -= 1)
    for (let at = endings; at < end; at += ENDING_BYTES) {
      if (load<u32>(at, 8) != mark) continue;
      const list = at4(lists, load<u32>(at4(listAt, load<u32>(at))));
      const stems = load<u32>(list);
      const wholes = load<u32>(list, 4);
      store<u32>(at4(list, 2 + stems + wholes), load<u32>(at, 4));
      if (mark == STEM) store<u32>(list, stems + 1);
      else store<u32>(list, wholes + 1, 4);
    }
  return at4(lists, size);
}

/**
 * Builds the lexicon of a text of `length` units at `base`, in place of the text.
 * @param base 16-byte aligned; 54 * length + 0x100000 + 8 * conceptCount bytes, zeros behind the text, are used and left as zeros
 * @returns the address behind the lexicon; 0 where it has too many states, or too many that branch much
 */
export function buildLexicon(base: usize, length: i32, conceptCount: i32): usize {
  const most = <usize>length + 1;
  firstWay = base + ((2 * most + 15) & ~15);
  nextWay = firstWay + 4 * most;
  wayUnit = nextWay + 4 * most;
  const folded = wayUnit + 2 * most;
  starts = (folded + 2 * most + 15) & ~15;
  endings = starts + STARTS_BYTES;
  stateCount = 1;
  endingCount = 0;
  addLines(base, length, folded);
  if (stateCount >= STATES_MOST) return 0;
  placeOf = endings + <usize>endingCount * ENDING_BYTES;
  store<u32>(placeOf, 0);
  const open = at4(placeOf, stateCount);
  const ways = at4(open, stateCount);
  nodes = ways + STARTS_BYTES;
  listAt = at4(nodes, stateCount);
  units = at4(listAt, stateCount);
  tables = (at2(units, stateCount) + 3) & ~3;
  if (!layOut(open, ways, 16 + (length >> 6))) return 0;
  lists = tables + <usize>tableCount * TABLE_BYTES;
  concepts = listEndings();
  firstAt = at4(concepts, conceptCount);
  const end = at4(firstAt, conceptCount);
  memory.fill(firstAt, 0xff, end - firstAt);
  foundCount = 0;
  return moveTo(base, end);
}

/** Moves what stays to `base` and clears what was behind. */
function moveTo(base: usize, end: usize): usize {
  const size = end - nodes;
  memory.copy(base, starts, STARTS_BYTES);
  memory.copy(base + STARTS_BYTES, nodes, size);
  const by = nodes - (base + STARTS_BYTES);
  starts = base;
  nodes -= by;
  listAt -= by;
  units -= by;
  tables -= by;
  lists -= by;
  concepts -= by;
  firstAt -= by;
  memory.fill(end - by, 0, by);
  return end - by;
}

/** The state in `count` units from `from` on that `unit` leads to; 0 where none does. */
function searchSorted(from: u32, count: u32, unit: u32): u32 {
  let low = from;
  let high = from + count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (<u32>load<u16>(at2(units, middle)) < unit) low = middle + 1;
    else high = middle;
  }
  return low < from + count && load<u16>(at2(units, low)) == unit ? low : 0;
}

/** The state after `unit`, or 0 where no entry goes on that way. */
function stepFrom(node: u32, unit: u32): u32 {
  const count = (node >>> COUNT_AT) & TABLED;
  const first = node >>> PLACE_AT;
  if (count == TABLED) {
    const table = tables + <usize>first * TABLE_BYTES;
    if (unit < ASCII) return load<u32>(at4(table, unit));
    return searchSorted(load<u32>(at4(table, ASCII)), load<u32>(at4(table, ASCII + 1)), unit);
  }
  for (let at = first; at < first + count; at += 1) if (load<u16>(at2(units, at)) == unit) return at;
  return 0;
}

function see(concept: u32, start: u32): void {
  const first = at4(firstAt, concept);
  if (load<i32>(first) >= 0) return;
  store<u32>(first, start);
  store<u32>(at4(concepts, foundCount), concept);
  foundCount += 1;
}

function walkFrom(text: usize, start: u32, count: u32): void {
  let at = start;
  for (let state = load<u32>(at4(starts, load<u16>(at2(text, start)))); state != 0;) {
    at += 1;
    const node = load<u32>(at4(nodes, state));
    const unit = at == count ? BLANK : <u32>load<u16>(at2(text, at));
    if ((node & (WHOLE | STEM)) != 0) {
      const endsWord = classOf(unit) != WORD;
      const list = at4(lists, load<u32>(at4(listAt, state)));
      const to = load<u32>(list) + (endsWord ? load<u32>(list, 4) : 0);
      for (let place: u32 = 0; place < to; place += 1) see(load<u32>(at4(list, 2 + place)), start);
    }
    state = at == count ? 0 : stepFrom(node, unit);
  }
}

/** Finds the concepts of folded units, each once. @returns how many there are */
export function markConcepts(text: usize, count: u32): i32 {
  for (let at = 0; at < foundCount; at += 1) store<i32>(at4(firstAt, load<u32>(at4(concepts, at))), -1);
  foundCount = 0;
  for (let start: u32 = 0; start < count;) {
    const unit = <u32>load<u16>(at2(text, start));
    if (unit != BLANK) walkFrom(text, start, count);
    start += 1;
    if (classOf(unit) != WORD) continue;
    while (start < count && classOf(load<u16>(at2(text, start))) == WORD) start += 1;
  }
  return foundCount;
}
