// Checks JSON that callers send to be kept: the members that the schema knows, and a bound of bytes. An
// unknown member would be stored, loaded and sent for ever without anybody using it.
import { invalid } from "@signalbox/contracts";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";

/** Largest policy, correction of a model or set of account settings. */
const BYTES_MAX = 65_536;

interface SentJson<T extends TSchema> {
  readonly schema: T;
  readonly value: Static<T>;
  /** Place of the value in the request, for the fault. */
  readonly location: string;
}

/** @throws SignalboxError validation_failed when it is too large even without unknown members */
export function toStoredJson<T extends TSchema>(sent: SentJson<T>): Static<T> {
  const { schema, value, location } = sent;
  const known = Value.Clean(schema, structuredClone(value)) as Static<T>;
  if (Buffer.byteLength(JSON.stringify(known)) <= BYTES_MAX) return known;
  throw invalid([
    {
      location,
      message: `It is larger than ${BYTES_MAX} bytes of JSON.`,
      fix: "Shorten it.",
    },
  ]);
}
