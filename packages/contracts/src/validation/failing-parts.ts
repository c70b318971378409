// A value cut down to what is wrong with it. Explaining a fault costs a hundred times what checking does, and the validator
// explains as it walks: it is given the first few items that fail, and none that pass.
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

import { isRecord } from "../is-record.ts";
import { FAULTS_MAX } from "./describe-fault.ts";
import { branchesOf, shapeOf, type SchemaShape } from "./schema-shape.ts";

/** Shorter lists, and objects with fewer members, are explained whole. */
const SHORT_MAX = 8;

export interface FailingParts {
  readonly value: unknown;
  /** Where an item stood in the whole value, for a path of the cut one. */
  readonly originalPath: (path: string) => string;
}

interface Cut {
  /** By path of a list in the cut value. */
  readonly places: Map<string, readonly number[]>;
  /** Items and members that may still be kept. */
  left: number;
}

const validators = new WeakMap<SchemaShape, Validator>();

function passes(shape: SchemaShape, value: unknown): boolean {
  const known = validators.get(shape);
  if (known !== undefined) return known.Check(value);
  const validator = Compile(shape as TSchema);
  validators.set(shape, validator);
  return validator.Check(value);
}

function cutList(list: readonly unknown[], { items, minItems = 0 }: SchemaShape, at: At): unknown[] {
  const kept: number[] = [];
  const isShort = list.length <= SHORT_MAX;
  for (let i = 0; i < list.length && (kept.length === 0 || at.cut.left > 0); i += 1) {
    if (!isShort && (items === undefined || passes(items, list[i]))) continue;
    kept.push(i);
    at.cut.left -= 1;
  }
  // A list that passes stays one that is long enough.
  for (let i = 0; i < list.length && kept.length < minItems; i += 1) if (!kept.includes(i)) kept.push(i);
  at.cut.places.set(at.path, kept);
  return kept.map((original, index) =>
    items === undefined ? list[original] : cut(items, list[original], { ...at, path: `${at.path}/${index}` }),
  );
}

function cutObject(value: Readonly<Record<string, unknown>>, shape: SchemaShape, at: At): unknown {
  const { properties = {}, patternProperties } = shape;
  const [free] = Object.values(patternProperties ?? {});
  const names = Object.keys(value);
  const isShort = names.length <= SHORT_MAX;
  const kept: Record<string, unknown> = {};
  for (const name of names) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
    if (inner !== undefined) kept[name] = cut(inner, value[name], { ...at, path: `${at.path}/${escaped}` });
    else if (isShort || (free !== undefined && at.cut.left > 0 && !passes(free, value[name]))) {
      kept[name] = value[name];
      at.cut.left -= 1;
    }
  }
  return kept;
}

interface At {
  readonly path: string;
  readonly cut: Cut;
}

function cut(shape: SchemaShape, value: unknown, at: At): unknown {
  const branches = branchesOf(shape);
  if (Array.isArray(value)) {
    const list = branches.find((branch) => branch.items !== undefined);
    return list === undefined ? value.slice(0, SHORT_MAX) : cutList(value, list, at);
  }
  if (!isRecord(value)) return value;
  const objects = branches.filter((branch) => (branch.properties ?? branch.patternProperties) !== undefined);
  const [only] = objects;
  return only !== undefined && objects.length === 1 ? cutObject(value, only, at) : value;
}

/** @param value has no more items and members than its schema allows */
export function failingParts(schema: TSchema, value: unknown): FailingParts {
  const places = new Map<string, readonly number[]>();
  const cutValue = cut(shapeOf(schema), value, { path: "", cut: { places, left: FAULTS_MAX } });
  const originalPath = (path: string): string => {
    let walked = "";
    return path
      .split("/")
      .slice(1)
      .reduce((whole, part) => {
        const original = places.get(walked)?.[Number(part)];
        walked += `/${part}`;
        return `${whole}/${original ?? part}`;
      }, "");
  };
  return { value: cutValue, originalPath };
}
