// All faults of a routing request together: those of its schema, and what the schema cannot say of the members that fit it.
import type { CompiledSchema, FieldError, ModelCatalog, SelectRequestWire } from "@signalbox/contracts";
import { compileSelectBody, isRecord, selectRequestBody } from "@signalbox/contracts";

import { collectRequest } from "./collect-request.ts";
import { UNBOUNDED } from "./reading.ts";
import type { Faults } from "./reading.ts";

const NO_CATALOG: ModelCatalog = { version: "", resolve: () => undefined, list: () => [] };

/** Members that are judged together: a fault of the one leaves nothing to say of the others. */
const TOGETHER: readonly (readonly [of: string, others: readonly string[]])[] = [
  ["models", ["llm_providers"]],
  ["messages", ["content_features"]],
  ["input", ["messages", "content_features"]],
  ["tools", ["content_features"]],
];

const memberOf = ({ location }: FieldError): string => /^\w*/.exec(location)?.[0] ?? "";

const isOfBody = ({ location }: FieldError): boolean => location === "body";

/** Faults that the readers find in the members that have no fault yet. */
function findRuleFaults(
  wire: Readonly<Record<string, unknown>>,
  found: readonly FieldError[],
): readonly FieldError[] {
  const broken = new Set(found.map(memberOf));
  for (const [member, others] of TOGETHER)
    if (broken.has(member)) for (const other of others) broken.add(other);
  const sound = Object.entries(wire).filter(([member]) => !broken.has(member));
  const stand = broken.has("messages") ? { messages: "In place of a faulty one." } : {};
  const body = { ...stand, ...Object.fromEntries(sound) };
  if (!selectRequestBody.isValid(body)) return [];
  const faults: Faults = [];
  collectRequest(body, { catalog: NO_CATALOG, faults, reading: UNBOUNDED });
  return faults.filter((fault) => !broken.has(memberOf(fault)));
}

function withRules<T>({ isValid, faultsOf }: CompiledSchema<T>): CompiledSchema<T> {
  return {
    isValid,
    faultsOf: (value) => {
      const found = faultsOf(value);
      // A body as a whole is not taken apart: one without end would cost more than all that is said of its members.
      const isWhole = found.length === 0 || !isRecord(value) || found.some(isOfBody);
      return isWhole ? found : [...found, ...findRuleFaults(value, found)];
    },
  };
}

/** Judges bodies of a schema that has all members of a routing request. `isValid` is the schema's word alone. */
export const compileRequestBody = (schema: Parameters<typeof compileSelectBody>[0]): CompiledSchema =>
  withRules(compileSelectBody(schema));

export const requestBody: CompiledSchema<SelectRequestWire> = withRules(selectRequestBody);
