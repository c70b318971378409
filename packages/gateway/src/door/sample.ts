// A part of the calls, kept in memory for `signalbox prove`: only where the gateway was started with --sample, and with a key, since
// the texts of others can be read there.
import type { Call } from "../plan/read-call.ts";
import type { Body, ProtocolName } from "../protocols/protocol.ts";

export interface SampledCall {
  readonly protocol: ProtocolName;
  readonly body: Body;
  /** As the decision reads them. */
  readonly messages: readonly object[];
  readonly tools: readonly object[];
}

export interface CallSample {
  /** Keeps its share of the calls of people's own conversations; the newest where there are too many. */
  take(call: Call): void;
  list(): readonly SampledCall[];
}

const CALLS_MAX = 500;
/** @unit bytes */
const BYTES_MAX = 32 * 1024 * 1024;
const CALL_BYTES_MAX = 1024 * 1024;
/** Who asks is nothing that a comparison needs. */
const LEFT_OUT: ReadonlySet<string> = new Set(["metadata", "user", "safety_identifier", "prompt_cache_key"]);

/** @param share 0..1 */
export function createCallSample(share: number, random: () => number = Math.random): CallSample {
  const kept: { readonly call: SampledCall; readonly bytes: number }[] = [];
  let held = 0;
  return {
    take: ({ role, protocol, body, bytes }) => {
      if (role !== "main" || bytes > CALL_BYTES_MAX || random() >= share) return;
      const members = Object.entries(body).filter(([name]) => !LEFT_OUT.has(name));
      const call = { protocol: protocol.name, body: Object.fromEntries(members), ...protocol.question(body) };
      kept.push({ call, bytes });
      held += bytes;
      while (kept.length > CALLS_MAX || held > BYTES_MAX) held -= kept.shift()?.bytes ?? held;
    },
    list: () => kept.map(({ call }) => call),
  };
}
