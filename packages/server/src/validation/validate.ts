// Compiles schemas to validators and turns their findings into faults a person can act on: location, message, fix.
// A union is explained by the branch that the value comes closest to, not by every branch at once.
import type { FieldError } from "@signalbox/contracts";
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

import { describeFault, type RawFault } from "./describe-fault.ts";

const FAULTS_MAX = 20;

export interface CompiledSchema {
  isValid(value: unknown): boolean;
  /** At most 20 faults; empty when the value is valid. */
  faultsOf(value: unknown): readonly FieldError[];
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

/** Compiled when it is first needed: most operations of most services are never called. */
export function compileSchema(schema: TSchema, root: string): CompiledSchema {
  let compiled: Validator | undefined;
  const get = (): Validator => (compiled ??= Compile(schema));
  return {
    isValid: (value) => get().Check(value),
    faultsOf: (value) => {
      const validator = get();
      if (validator.Check(value)) return [];
      const raw = validator.Errors(value) as unknown as readonly RawFault[];
      return Array.from(groupByPath(closest(raw)).values(), (faults) => describeFault(faults, root)).slice(
        0,
        FAULTS_MAX,
      );
    },
  };
}
