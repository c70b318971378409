// One fault in words. Values are never quoted: they may be prompt text or a secret.
import type { FieldError } from "../errors.ts";

/** What the validator reports of one failed keyword. */
export interface RawFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** More faults than this help nobody and could make an answer larger than its request. */
export const FAULTS_MAX = 20;

interface Words {
  readonly message: string;
  readonly fix: string;
}

/** Better words by place, with `[]` for any index: "messages[].content"; "messages[].*" has those of its members. */
export type FaultWords = Readonly<Record<string, { readonly message?: string; readonly fix: string }>>;

/** "/messages/0/content" below "body" -> "body.messages[0].content"; below nothing "messages[0].content". */
export function locationOf(root: string, instancePath: string): string {
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
    const names = list((params["additionalProperties"] as readonly unknown[] | undefined) ?? []);
    return { message: `It has unknown members ${names}.`, fix: `Remove ${names}.` };
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

/** Places of a policy, which people write by hand: "[]" stands for any index. */
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
