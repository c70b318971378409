// Members of a JSON value that its schema does not name. A validator that lets them pass takes a misspelt limit for none.
import type { TSchema } from "typebox";

import type { FieldError } from "../errors.ts";
import { isRecord } from "../is-record.ts";
import { FAULTS_MAX } from "../validation/describe-fault.ts";
import { branchesOf, shapeOf, type SchemaShape } from "../validation/schema-shape.ts";
import { nearestName } from "./nearest-name.ts";

const NAMES_SHOWN_MAX = 20;
const NAME_CHARS_SHOWN = 60;

/** The fault of a member that nobody reads, with the name that was probably meant. */
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

/** Of a union the branch that the value belongs to: a list's, else the object's whose constants it has. */
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
