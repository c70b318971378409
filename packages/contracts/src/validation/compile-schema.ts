// Compiles schemas to validators and turns their findings into faults a person can act on: location, message, fix.
// A union is explained by the branch that the value comes closest to, not by all branches together.
import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Settings } from "typebox/system";

import type { FieldError } from "../errors.ts";
import { describeFault, type FaultWords, type RawFault } from "./describe-fault.ts";

const FAULTS_MAX = 20;
/** Several findings explain one fault: a union that fits nowhere has one for each branch. */
const FINDINGS_PER_FAULT = 8;

export interface CompiledSchema<T = unknown> {
  readonly isValid: (value: unknown) => value is T;
  /** At most 20 faults where nothing else is asked for; empty when the value is valid. */
  readonly faultsOf: (value: unknown) => readonly FieldError[];
}

export interface CompileOptions {
  /** Words for places that have better ones than the schema gives. */
  readonly words?: FaultWords;
  readonly faultsMax?: number;
}

const depthOf = (path: string): number => path.split("/").length;

/** Faults of the branches that failed at their very type say nothing once another branch got further. */
function closest(raw: readonly RawFault[]): readonly RawFault[] {
  const telling = raw.filter((fault) => fault.keyword !== "anyOf" && fault.keyword !== "oneOf");
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
  return Map.groupBy(raw, (fault) => fault.instancePath);
}

/** The validator's own bound is shared by all and too low to explain a union. */
function findingsOf(validator: Validator, value: unknown, findingsMax: number): readonly RawFault[] {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: findingsMax });
  try {
    return validator.Errors(value);
  } finally {
    Settings.Set({ maxErrors });
  }
}

/**
 * Compiled when it is first needed: most operations of most services are never called.
 * @param root what the value is called in the faults; empty when members stand for themselves
 */
export function compileSchema<S extends TSchema>(
  schema: S,
  root: string,
  { words = {}, faultsMax = FAULTS_MAX }: CompileOptions = {},
): CompiledSchema<Static<S>> {
  let compiled: Validator | undefined;
  const get = (): Validator => (compiled ??= Compile(schema));
  return {
    isValid: (value): value is Static<S> => get().Check(value),
    faultsOf: (value) => {
      const validator = get();
      if (validator.Check(value)) return [];
      const raw = closest(findingsOf(validator, value, faultsMax * FINDINGS_PER_FAULT));
      const faults = Array.from(groupByPath(raw).values(), (group) => describeFault(group, root, words));
      return faults.slice(0, faultsMax);
    },
  };
}
