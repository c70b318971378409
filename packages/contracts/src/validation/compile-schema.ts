// Compiles schemas to validators and turns their findings into faults a person can act on: location, message, fix.
// A union is explained by the branch that the value comes closest to, not by all branches together.
import { groupBy } from "../values.ts";
import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Settings } from "typebox/system";

import type { FieldError } from "../errors.ts";
import { describeFault, FAULTS_MAX, type FaultWords, type RawFault, failingParts } from "./describe-fault.ts";
import { boundsOf, findOversized, fits, type Bounds } from "./find-oversized.ts";

/** Several findings explain one fault: a union that fits nowhere has one for each branch. */
const FINDINGS_PER_FAULT = 8;

export interface CompiledSchema<T = unknown> {
  readonly isValid: (value: unknown) => value is T;
  /** At most 20 faults; empty when the value is valid. Where counts are over their bounds, those alone. */
  readonly faultsOf: (value: unknown) => readonly FieldError[];
}

interface CompileOptions {
  /** Words for places that have better ones than the schema gives. */
  readonly words?: FaultWords;
}

const depthOf = (path: string): number => path.split("/").length;

/** Faults of the branches that failed at their very type say nothing once another branch got further. */
function closest(raw: readonly RawFault[]): readonly RawFault[] {
  // An unknown member is found twice: at its own place no schema takes it, and the object that holds it names it.
  const isNamed = raw.some(({ keyword }) => keyword === "additionalProperties");
  const telling = raw.filter(
    ({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf" && !(isNamed && keyword === "boolean"),
  );
  const candidates = telling.length > 0 ? telling : raw;
  return candidates.filter((fault) => {
    if (fault.keyword !== "type" && fault.keyword !== "const" && fault.keyword !== "enum") return true;
    return !candidates.some(
      (other) =>
        other !== fault &&
        ((depthOf(other.instancePath) > depthOf(fault.instancePath) &&
          other.instancePath.startsWith(`${fault.instancePath}/`)) ||
          (other.instancePath === fault.instancePath && !["type", "const", "enum"].includes(other.keyword))),
    );
  });
}

function groupByPath(raw: readonly RawFault[]): ReadonlyMap<string, readonly RawFault[]> {
  return groupBy(raw, (fault) => fault.instancePath);
}

/** The validator's own bound is shared by all and too low to explain a union. */
function findingsOf(validator: Validator, value: unknown): readonly RawFault[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: FAULTS_MAX * FINDINGS_PER_FAULT });
  try {
    return validator.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

interface Compiled {
  readonly validator: Validator;
  readonly bounds: Bounds | undefined;
}

/** @returns the findings on a value that the validator does not take */
function findingsOnParts(validator: Validator, schema: TSchema, value: unknown): readonly RawFault[] {
  const { value: failing, originalPath } = failingParts(schema, value);
  const findings = findingsOf(validator, failing);
  // A fault of a list as a whole, such as a repeated item, may not show in its parts.
  if (findings.length === 0) return closest(findingsOf(validator, value));
  return closest(findings).map(({ keyword, instancePath, params }) => ({
    keyword,
    instancePath: originalPath(instancePath),
    params,
  }));
}

/**
 * Compiled when it is first needed: most operations of most services are never called. Counts of items and members are looked
 * at before anything else, so that no check walks a list without end.
 * @param root what the value is called in the faults; empty for members without a prefix
 */
export function compileSchema<S extends TSchema>(
  schema: S,
  root: string,
  { words = {} }: CompileOptions = {},
): CompiledSchema<Static<S>> {
  let compiled: Compiled | undefined;
  const get = (): Compiled => (compiled ??= { validator: Compile(schema), bounds: boundsOf(schema) });
  const isValid = (value: unknown): value is Static<S> => {
    const { validator, bounds } = get();
    return (bounds === undefined || fits(bounds, value)) && validator.Check(value);
  };
  return {
    isValid,
    faultsOf: (value) => {
      if (isValid(value)) return [];
      const { validator, bounds } = get();
      const oversized = bounds === undefined ? [] : findOversized(bounds, value);
      const raw = oversized.length > 0 ? oversized : findingsOnParts(validator, schema, value);
      const faults = Array.from(groupByPath(raw).values(), (group) => describeFault(group, root, words));
      return faults.slice(0, FAULTS_MAX);
    },
  };
}
