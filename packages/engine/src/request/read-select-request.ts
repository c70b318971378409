// The whole request: its schema checks every value, then it is read once into the typed form.
import { invalid } from "@signalbox/contracts";
import type { ModelCatalog, SelectRequestWire } from "@signalbox/contracts";

import { collectRequest } from "./collect-request.ts";
import type { SelectRequest } from "./collect-request.ts";
import { findWarnings } from "./warnings/find-warnings.ts";
import { UNBOUNDED, type Reading, assertNoFaults } from "./reading.ts";
import { requestBody } from "./request-body.ts";
import type { Faults } from "./reading.ts";

/** @throws SignalboxError validation_failed listing every fault with its location and fix */
export function readSelectRequest(wire: unknown, catalog: ModelCatalog): SelectRequest {
  if (!requestBody.isValid(wire)) throw invalid(requestBody.faultsOf(wire));
  return readCheckedRequest(wire, catalog);
}

/**
 * @param wire as its schema wants it
 * @param reading bounds what this may cost
 * @throws SignalboxError validation_failed with what a schema cannot say: labels, conversations that say nothing; of a strict request
 * what would only be warned of
 */
export function readCheckedRequest(
  wire: SelectRequestWire,
  catalog: ModelCatalog,
  reading: Reading = UNBOUNDED,
): SelectRequest {
  const faults: Faults = [];
  const request = collectRequest(wire, { catalog, faults, reading });
  assertNoFaults(faults);
  reading.check(() => "llm_providers");
  const warnings = findWarnings(wire, request.candidates, catalog);
  if (wire.strict === true) assertNoFaults(warnings);
  return warnings.length === 0 ? request : { ...request, warnings };
}
