// Checks JSON that callers send to be kept: the members that the schema knows, and no more bytes than the installation allows. An
// unknown member would be stored, loaded and sent for ever without anybody using it.
import { invalid } from "@signalbox/contracts";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";

import type { ServiceContext } from "../context/service-context.ts";

interface SentJson<T extends TSchema> {
  readonly schema: T;
  readonly value: Static<T>;
  /** Place of the value in the request, for the fault. */
  readonly location: string;
}

/** @throws SignalboxError validation_failed when it is too large even without unknown members */
export function toStoredJson<T extends TSchema>(context: ServiceContext, sent: SentJson<T>): Static<T> {
  const { schema, value, location } = sent;
  const bytesMax = context.config.limits.storedJsonBytesMax;
  const known = Value.Clean(schema, structuredClone(value)) as Static<T>;
  if (Buffer.byteLength(JSON.stringify(known)) <= bytesMax) return known;
  throw invalid([
    {
      location,
      message: `It is larger than ${bytesMax} bytes of JSON.`,
      fix: "Shorten it, or let the operator raise `limits.storedJsonBytesMax`.",
    },
  ]);
}
