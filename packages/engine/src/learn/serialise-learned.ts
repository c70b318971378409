// Writes what was learned to plain JSON and reads them back, for the immutable snapshots that replicas share.
import { SignalboxError } from "@signalbox/contracts";

import type { FittedReports } from "./reports/fit-reports.ts";
import type { FittedRouter } from "./router/fit-router.ts";

const REPORTS_FORMAT = "signalbox-reports-1";
/** Format of stored custom routers; those of another are passed over. */
export const ROUTER_FORMAT = "signalbox-router-5";
/** Digits that tell any two numbers of single precision apart. */
const SINGLE_DIGITS = 9;

interface Serialised {
  readonly format: string;
  readonly fitted: unknown;
}

/** Arrays become `{ f64: number[] }`, `{ f32: number[] }` or `{ i32: number[] }`, everything else stays as it is. */
function serialise(body: Serialised): string {
  return JSON.stringify(body, (_key, value: unknown) => {
    if (value instanceof Float64Array) return { f64: Array.from(value) };
    if (value instanceof Int32Array) return { i32: Array.from(value) };
    if (!(value instanceof Float32Array)) return value;
    return { f32: Array.from(value, (each) => Number(each.toPrecision(SINGLE_DIGITS))) };
  });
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("f64" in value && Array.isArray(value.f64)) return Float64Array.from(value.f64 as number[]);
  if ("i32" in value && Array.isArray(value.i32)) return Int32Array.from(value.i32 as number[]);
  if ("f32" in value && Array.isArray(value.f32)) return Float32Array.from(value.f32 as number[]);
  return value;
}

/**
 * Undefined for a snapshot in another format: it is passed over until something is learned again.
 * @throws SignalboxError invalid_artefact when the text is not JSON
 */
function parse(text: string, format: string): unknown {
  try {
    const body = JSON.parse(text, revive) as Serialised;
    return body.format === format ? body.fitted : undefined;
  } catch (cause) {
    throw new SignalboxError("invalid_artefact", "The learned snapshot is not valid JSON.", { cause });
  }
}

export function serialiseReports(fitted: FittedReports): string {
  return serialise({ format: REPORTS_FORMAT, fitted });
}

/** As `parse`. */
export function parseReports(text: string): FittedReports | undefined {
  return parse(text, REPORTS_FORMAT) as FittedReports | undefined;
}

export function serialiseRouter(fitted: FittedRouter): string {
  return serialise({ format: ROUTER_FORMAT, fitted });
}

/** As `parse`. */
export function parseRouter(text: string): FittedRouter | undefined {
  return parse(text, ROUTER_FORMAT) as FittedRouter | undefined;
}
