// Slips of spelling: the nearest known name, and members that no schema knows.
import type { TSchema } from "typebox";
import type { FieldError } from "../errors.ts";
import { isRecord } from "../values.ts";
import { FAULTS_MAX } from "../validation/describe-fault.ts";
import { branchesOf, shapeOf, type SchemaShape } from "../validation/schema-shape.ts";

/** Longer names are not compared: the work grows with the square of the length. */
const CHARS_MAX = 64;
const SHORT_CHARS = 5;

/** Spelling without case and separators: `inputPrice`, `input-price` and `input_price` are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Letters inserted, dropped, replaced or swapped with their neighbour; `limit + 1` when there are more than `limit`. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const longest = Math.max(leftEnd, rightEnd) - start;
  if (longest <= 1) return longest;
  // Most names differ in more than one place, which is seen here without a table.
  if (limit <= 1) {
    const isSwap =
      leftEnd - start === 2 &&
      rightEnd - start === 2 &&
      left[start] === right[start + 1] &&
      left[start + 1] === right[start];
    return isSwap ? 1 : limit + 1;
  }
  return editsBetween(left.slice(start, leftEnd), right.slice(start, rightEnd), limit);
}

function editsBetween(left: string, right: string, limit: number): number {
  let before: number[] = [];
  let above = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      let edits = Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwap) edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    if (Math.min(...current) > limit) return limit + 1;
    before = above;
    above = current;
  }
  return Math.min(above[right.length] ?? 0, limit + 1);
}

/** Known names with their plain spellings, for lists that many strangers are compared with. */
export type Spellings = readonly { readonly name: string; readonly plain: string }[];

export const spellingsOf = (names: Iterable<string>): Spellings =>
  Array.from(names, (name) => ({ name, plain: plain(name) }));

/** The closest of the names, when it is within so many edits (at most one for short names); else undefined. */
export const nearestName = (unknown: string, names: Iterable<string>, editsMax = 2): string | undefined =>
  unknown.length > CHARS_MAX ? undefined : nearestOf(unknown, spellingsOf(names), editsMax);

/** The same among names whose spellings are kept. */
export function nearestOf(unknown: string, spellings: Spellings, editsMax = 2): string | undefined {
  if (unknown.length > CHARS_MAX) return undefined;
  const asked = plain(unknown);
  const limit = asked.length < SHORT_CHARS ? Math.min(1, editsMax) : editsMax;
  let nearest: string | undefined;
  let fewest = limit + 1;
  for (const spelling of spellings) {
    const edits = editDistance(asked, spelling.plain, fewest - 1);
    if (edits >= fewest) continue;
    nearest = spelling.name;
    fewest = edits;
  }
  return nearest;
}

const NAMES_SHOWN_MAX = 20;
const NAME_CHARS_SHOWN = 60;

/** The fault of an unknown member, with the name that was probably meant. */
export function unknownMember(location: string, name: string, known: readonly string[]): FieldError {
  const near = nearestName(name, known);
  const choices = known.slice(0, NAMES_SHOWN_MAX).join(", ");
  return {
    location: `${location}.${name.slice(0, NAME_CHARS_SHOWN)}`,
    message: "It is not a known member.",
    fix:
      near === undefined
        ? `Leave it out; there are ${choices}.`
        : `Did you mean \`${near}\`? There are ${choices}.`,
  };
}

/**
 * Every member that the schema does not name, at any depth; objects with free members are not looked into.
 * @param root what the value is called in the faults
 */
export function findUnknownMembers(schema: TSchema, value: unknown, root: string): readonly FieldError[] {
  const faults: FieldError[] = [];
  collect(shapeOf(schema), value, { location: root, faults });
  return faults;
}

interface Place {
  readonly location: string;
  readonly faults: FieldError[];
}

function collect(shape: SchemaShape, value: unknown, { location, faults }: Place): void {
  if (faults.length >= FAULTS_MAX) return;
  const branch = branchFor(shape, value);
  if (branch === undefined) return;
  if (Array.isArray(value)) {
    const { items } = branch;
    if (items === undefined) return;
    for (let i = 0; i < value.length && faults.length < FAULTS_MAX; i += 1)
      collect(items, value[i], { location: `${location}[${i}]`, faults });
  } else if (isRecord(value)) collectMembers(branch, value, { location, faults });
}

function collectMembers(
  { properties, patternProperties, additionalProperties }: SchemaShape,
  value: Readonly<Record<string, unknown>>,
  { location, faults }: Place,
): void {
  const isFree = additionalProperties !== undefined && additionalProperties !== false;
  if (properties === undefined || patternProperties !== undefined || isFree) return;
  for (const [name, member] of Object.entries(value)) {
    if (faults.length >= FAULTS_MAX) return;
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (shape !== undefined) collect(shape, member, { location: `${location}.${name}`, faults });
    else faults.push(unknownMember(location, name, Object.keys(properties)));
  }
}

/** Finds the branch of a union that the value belongs to: a list's, else the object's whose constants it has. */
function branchFor(shape: SchemaShape, value: unknown): SchemaShape | undefined {
  const branches = branchesOf(shape);
  if (shape.anyOf === undefined) return shape;
  if (Array.isArray(value)) return branches.find(({ items }) => items !== undefined);
  if (!isRecord(value)) return undefined;
  const objects = branches.filter(({ properties }) => properties !== undefined);
  return objects.find(({ properties = {} }) => hasConstants(properties, value)) ?? undefined;
}

function hasConstants(
  properties: Readonly<Record<string, SchemaShape>>,
  value: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(properties).every(
    ([name, shape]) => shape.const === undefined || shape.const === value[name],
  );
}
