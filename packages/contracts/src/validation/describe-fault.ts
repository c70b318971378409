// One fault in words. Values are never quoted: they may be prompt text or a secret.
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { isRecord } from "../values.ts";
import { branchesOf, shapeOf, type SchemaShape } from "./schema-shape.ts";
import type { FieldError } from "../errors.ts";

// A value reduced to its faults. Explaining a fault costs a hundred times what checking does, and the validator
// explains as it walks: it is given the first few items that fail, and none that pass.

/** Shorter lists, and objects with fewer members, are explained whole. */
const SHORT_MAX = 8;

interface FailingParts {
  readonly value: unknown;
  /** The place where an item stood in the whole value, for a path of the cut one. */
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

/** The report of the validator on one failed keyword. */
export interface RawFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** More faults do not help, and could make the answer larger than the request. */
export const FAULTS_MAX = 20;

interface Words {
  readonly message: string;
  readonly fix: string;
}

/** Better words by place, with `[]` for any index: "messages[].content"; "messages[].*" has those of its members. */
export type FaultWords = Readonly<Record<string, { readonly message?: string; readonly fix: string }>>;

/** "/messages/0/content" below "body" -> "body.messages[0].content"; below nothing "messages[0].content". */
function locationOf(root: string, instancePath: string): string {
  const parts = instancePath.split("/").slice(1);
  return parts.reduce((location, raw) => {
    const part = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    if (/^\d+$/.test(part)) return `${location}[${part}]`;
    return location === "" ? part : `${location}.${part}`;
  }, root);
}

const list = (values: readonly unknown[]): string => [...new Set(values.map(String))].join(", ");

const count = (value: unknown): string => (typeof value === "number" ? String(value) : "?");

const WORDS: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => Words>> = {
  required: (params) => {
    const names = list((params["requiredProperties"] as readonly unknown[] | undefined) ?? []);
    return { message: `It lacks ${names}.`, fix: `Add ${names}.` };
  },
  additionalProperties: (params) => {
    const unknown = (params["additionalProperties"] as readonly unknown[] | undefined) ?? [];
    const names = list(unknown);
    const members = unknown.length === 1 ? "an unknown member" : "unknown members";
    return { message: `It has ${members} ${names}.`, fix: `Remove ${names}.` };
  },
  minItems: (params) => ({
    message: `It has fewer than ${count(params["limit"])} items.`,
    fix: `Send at least ${count(params["limit"])}.`,
  }),
  maxItems: (params) => ({
    message: `It has more than ${count(params["limit"])} items.`,
    fix: `Send at most ${count(params["limit"])}.`,
  }),
  maxProperties: (params) => ({
    message: `It has more than ${count(params["limit"])} members.`,
    fix: `Send at most ${count(params["limit"])}.`,
  }),
  minLength: (params) => ({
    message: `It is shorter than ${count(params["limit"])} characters.`,
    fix: `Send at least ${count(params["limit"])}.`,
  }),
  maxLength: (params) => ({
    message: `It is longer than ${count(params["limit"])} characters.`,
    fix: `Send at most ${count(params["limit"])}.`,
  }),
  minimum: (params) => ({
    message: `It is below ${count(params["limit"])}.`,
    fix: `Send ${count(params["limit"])} or more.`,
  }),
  maximum: (params) => ({
    message: `It is above ${count(params["limit"])}.`,
    fix: `Send ${count(params["limit"])} or less.`,
  }),
  exclusiveMinimum: (params) => ({
    message: `It is not above ${count(params["limit"])}.`,
    fix: `Send more than ${count(params["limit"])}.`,
  }),
  format: (params) => ({
    message: `It is not a valid ${String(params["format"])}.`,
    fix: `Send a valid ${String(params["format"])}.`,
  }),
  pattern: () => ({
    message: "It does not have the form that is asked for.",
    fix: "See the reference page for the form.",
  }),
};

function typeWords(faults: readonly RawFault[]): Words | undefined {
  const allowed = faults.flatMap((fault) => {
    if (fault.keyword === "const") return [JSON.stringify(fault.params["allowedValue"])];
    if (fault.keyword === "enum")
      return (fault.params["allowedValues"] as unknown[]).map((value) => JSON.stringify(value));
    return fault.keyword === "type" ? [fault.params["type"]].flat() : [];
  });
  if (allowed.length === 0) return undefined;
  return {
    message: `It is not ${allowed.length > 1 ? "one of " : "of type "}${list(allowed)}.`,
    fix: `Send ${list(allowed)}.`,
  };
}

const UNCLEAR: Words = {
  message: "It does not fit the schema.",
  fix: "See the reference page for what fits.",
};
/** Here the schema's own words say best how far off the value is. */
const COUNTED = new Set(["minItems", "maxItems", "maxProperties", "minLength", "maxLength"]);

const RULE_FIX =
  'Send `{ "name": "vendor", "op": "eq", "value": "openai" }`: the name of an attribute, a comparison, and a value. The recipes of docs/preferences.md show more.';
const MATCH_FIX =
  'Send an object, such as `{ "provider": "openai" }`, `{ "model": "gpt-*" }`, or one with an `attribute`.';

/** Places of a policy, which people write by hand: "[]" matches any index. */
const POLICY_WORDS: FaultWords = {
  "body.policy.allow[].attribute": { fix: RULE_FIX },
  "body.policy.deny[].attribute": { fix: RULE_FIX },
  "body.policy.field_rules[].prefer.attribute": { fix: RULE_FIX },
  "body.policy.allow[]": { fix: MATCH_FIX },
  "body.policy.deny[]": { fix: MATCH_FIX },
  "body.policy.objective": {
    fix: 'Send `{ "kind": "quality" }`, or one of kind cost, latency, dial or weights.',
  },
};

/** All faults of one path as one sentence. */
export function describeFault(faults: readonly RawFault[], root: string, words: FaultWords = {}): FieldError {
  const location = locationOf(root, faults[0]?.instancePath ?? "");
  const special = faults.find((fault) => WORDS[fault.keyword] !== undefined);
  const place = location.replaceAll(/\[\d+\]/g, "[]");
  const own = words[place] ?? words[place.replace(/\.[^.]*$/, ".*")] ?? POLICY_WORDS[place];
  if (special === undefined) return { location, ...(typeWords(faults) ?? UNCLEAR), ...own };
  const said = WORDS[special.keyword]?.(special.params) ?? UNCLEAR;
  return {
    location,
    message: said.message,
    fix: COUNTED.has(special.keyword) ? said.fix : (own?.fix ?? said.fix),
  };
}
