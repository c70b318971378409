// The caller's list. Labels are made as the service makes them, so that its answer can be held against the list.
import type { ProviderWire } from "@signalbox/contracts";

/** Members that are undefined are not sent, so whatever may be left out may also be undefined. */
export type OrUndefined<T> = { readonly [K in keyof T]: T[K] | undefined };

/** "openai/gpt-6.2-sol", or an entry with a name or a model; members of one's own (a client, a deployment) are never sent. */
export type Candidate = string | OrUndefined<ProviderWire>;

/** By label, in the caller's order. */
export type CandidateList<C extends Candidate> = ReadonlyMap<string, C>;

const SENT_MEMBERS = [
  "name",
  "provider",
  "model",
  "price",
  "input_price",
  "output_price",
  "latency",
  "reasoning_effort",
  "efforts",
  "thinking",
  "attributes",
] as const;

/** The label under which the service answers; undefined for an entry that has neither name nor model. */
export function labelOf(candidate: Candidate): string | undefined {
  if (typeof candidate === "string") return candidate;
  if (!isObject(candidate)) return undefined;
  const { name, provider, model } = candidate;
  if (isFilled(name)) return name;
  if (!isFilled(model)) return undefined;
  return isFilled(provider) ? `${provider}/${model}` : model;
}

/** Callers without types can pass anything; what is no candidate is for the service to refuse, with its place and a fix. */
const isObject = (candidate: unknown): boolean => typeof candidate === "object" && candidate !== null;

const isFilled = (text: string | null | undefined): text is string =>
  text !== undefined && text !== null && text !== "";

/** Entries without a label are left out here and refused by the service. */
export function listCandidates<C extends Candidate>(candidates: readonly C[]): CandidateList<C> {
  const listed = new Map<string, C>();
  for (const candidate of Array.isArray(candidates) ? candidates : []) {
    const label = labelOf(candidate);
    if (label !== undefined) listed.set(label, candidate);
  }
  return listed;
}

/** The members that the service reads and nothing else: a client among the others would take its key along. */
export function wireCandidate(candidate: Candidate): ProviderWire {
  if (typeof candidate === "string") return { model: candidate };
  if (!isObject(candidate)) return candidate as ProviderWire;
  return Object.fromEntries(
    SENT_MEMBERS.filter((member) => candidate[member] !== undefined).map((member) => [
      member,
      candidate[member],
    ]),
  );
}
