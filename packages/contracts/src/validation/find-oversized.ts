// Lists and objects that hold more than their schema allows, found by their counts alone and before any check walks them.
import type { TSchema } from "typebox";

import { isRecord } from "../values.ts";
import { FAULTS_MAX, type RawFault } from "./describe-fault.ts";
import { shapeOf, type SchemaShape } from "./schema-shape.ts";

/** The parts of a schema that bound counts; undefined where nothing in it does. */
export interface Bounds {
  readonly itemsMax?: number | undefined;
  readonly membersMax?: number | undefined;
  readonly items?: Bounds | undefined;
  readonly members: readonly (readonly [name: string, bounds: Bounds])[];
}

/** Joins the bounds of the branches of a union: at most one is a list, and objects differ in their members. */
function merge(branches: readonly Bounds[]): Bounds | undefined {
  const [first, ...others] = branches;
  return others.reduce<Bounds | undefined>(
    (merged, branch) => ({
      itemsMax: merged?.itemsMax ?? branch.itemsMax,
      membersMax: merged?.membersMax ?? branch.membersMax,
      items: merged?.items ?? branch.items,
      members: [...(merged?.members ?? []), ...branch.members],
    }),
    first,
  );
}

/** Branches may accompany the object's own members, and only say which are required. */
function boundsOfShape(shape: SchemaShape): Bounds | undefined {
  const own = ownBoundsOf(shape);
  const branches = (shape.anyOf ?? []).flatMap((one) => boundsOfShape(one) ?? []);
  return merge(own === undefined ? branches : [own, ...branches]);
}

function ownBoundsOf(shape: SchemaShape): Bounds | undefined {
  const items = shape.items && boundsOfShape(shape.items);
  const members = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const bounds = boundsOfShape(inner);
    return bounds === undefined ? [] : [[name, bounds] as const];
  });
  const { maxItems: itemsMax, maxProperties: membersMax } = shape;
  if ((itemsMax ?? membersMax ?? items) === undefined && members.length === 0) return undefined;
  return { itemsMax, membersMax, items, members };
}

export const boundsOf = (schema: TSchema): Bounds | undefined => boundsOfShape(shapeOf(schema));

/** Whether no list and no object holds more than it may. */
export function fits({ itemsMax, membersMax, items, members }: Bounds, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    if (itemsMax !== undefined && value.length > itemsMax) return false;
    if (items !== undefined) for (const item of value) if (!fits(items, item)) return false;
    return true;
  }
  if (membersMax !== undefined && Object.keys(value).length > membersMax) return false;
  for (const [name, bounds] of members)
    if (!fits(bounds, (value as Readonly<Record<string, unknown>>)[name])) return false;
  return true;
}

/** Those that do not fit, the outermost of each; nothing inside them is looked at. */
export function findOversized(bounds: Bounds, value: unknown): readonly RawFault[] {
  const found: RawFault[] = [];
  collect(bounds, { value, path: "" }, found);
  return found;
}

interface Place {
  readonly value: unknown;
  readonly path: string;
}

function collect(
  { itemsMax, membersMax, items, members }: Bounds,
  { value, path }: Place,
  found: RawFault[],
): void {
  if (found.length >= FAULTS_MAX) return;
  const refuse = (keyword: string, limit: number): void => {
    found.push({ keyword, instancePath: path, params: { limit } });
  };
  if (Array.isArray(value)) {
    if (itemsMax !== undefined && value.length > itemsMax) refuse("maxItems", itemsMax);
    else if (items !== undefined)
      for (let i = 0; i < value.length && found.length < FAULTS_MAX; i += 1)
        collect(items, { value: value[i] as unknown, path: `${path}/${i}` }, found);
  } else if (isRecord(value)) {
    if (membersMax !== undefined && Object.keys(value).length > membersMax)
      refuse("maxProperties", membersMax);
    else
      for (const [name, bounds] of members)
        collect(bounds, { value: value[name], path: `${path}/${name}` }, found);
  }
}
