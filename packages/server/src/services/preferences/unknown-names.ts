// Values of deny and allow rules that match nothing: a ban of "deepsek" would ban nobody, and nobody would notice.
import {
  FAULTS_MAX,
  invalid,
  nearestName,
  type CandidateMatch,
  type FieldError,
  type PreferencePolicy,
} from "@signalbox/contracts";
import { PROVIDER_WORDS } from "@signalbox/catalog";
import { matchesGlob } from "@signalbox/engine/internals";

import type { ServiceContext } from "../../context/service-context.ts";

/** Decisions of the account whose candidates count as known. */
const DECISIONS_LOOKED_AT = 200;

interface KnownNames {
  readonly label: ReadonlySet<string>;
  readonly provider: ReadonlySet<string>;
  readonly model: ReadonlySet<string>;
}

/** The names of a candidate that the journal keeps. */
type KeptNames = Partial<Record<"label" | "provider" | "model" | "modelId", string>>;

type Place = keyof KnownNames;
const PLACES: readonly Place[] = ["label", "provider", "model"];

function addAll(to: Set<string>, ...names: readonly (string | null | undefined)[]): void {
  for (const name of names) if (typeof name === "string" && name !== "") to.add(name.toLowerCase());
}

async function knownNames(
  { catalog, storage }: Pick<ServiceContext, "catalog" | "storage">,
  accountId: string,
): Promise<KnownNames> {
  const [label, provider, model] = [new Set<string>(), new Set<string>(PROVIDER_WORDS), new Set<string>()];
  for (const { id, vendor } of catalog.list()) {
    addAll(provider, vendor);
    addAll(model, id, id.slice(id.indexOf("/") + 1));
    addAll(label, id, id.slice(id.indexOf("/") + 1));
  }
  const newest = { accountId, limit: DECISIONS_LOOKED_AT, newestFirst: true };
  for await (const { request } of storage.decisions.stream(newest))
    for (const candidate of (request["candidates"] ?? []) as readonly KeptNames[]) {
      addAll(label, candidate.label);
      addAll(provider, candidate.provider);
      addAll(model, candidate.model ?? candidate.label, candidate.modelId);
    }
  return { label, provider, model };
}

interface StatedRule {
  readonly location: string;
  readonly place: Place;
  readonly value: string;
}

function stated(match: CandidateMatch, location: string): StatedRule[] {
  const own = PLACES.flatMap((place): StatedRule[] => {
    const value = match[place];
    return value === undefined ? [] : [{ location: `${location}.${place}`, place, value }];
  });
  const { attribute } = match;
  if (attribute?.name !== "vendor") return own;
  const values = [attribute.value].flat().filter((value) => typeof value === "string");
  const vendors = values.map((value): StatedRule => ({
    location: `${location}.attribute.value`,
    place: "provider",
    value,
  }));
  return [...own, ...vendors];
}

const STATE_IT = "If it is yours and has not been sent yet, send `unknown_ok: true` beside the policy.";

function faultOf({ location, place, value }: StatedRule, known: KnownNames): FieldError | undefined {
  const names = [...known[place]];
  if (names.some((name) => matchesGlob(value, name))) return undefined;
  const near = nearestName(value.replaceAll("*", ""), names);
  return {
    location,
    message: `No ${place} of the catalogue or of this account's decisions matches it, so the rule would do nothing.`,
    fix: near === undefined ? STATE_IT : `Did you mean \`${near}\`? ${STATE_IT}`,
  };
}

interface NameCheck {
  readonly accountId: string;
  readonly policy: PreferencePolicy;
  /** Policy of the current version, whose rules were accepted before. */
  readonly before?: PreferencePolicy | undefined;
}

/** @throws SignalboxError validation_failed naming each value that matches nothing, and what was probably meant */
export async function assertKnownNames(
  context: Pick<ServiceContext, "catalog" | "storage">,
  { accountId, policy, before = {} }: NameCheck,
): Promise<void> {
  const { allow = [], deny = [] } = policy;
  const standing = new Set(
    [...(before.allow ?? []), ...(before.deny ?? [])].map((match) => JSON.stringify(match)),
  );
  const isNew = (match: CandidateMatch): boolean => !standing.has(JSON.stringify(match));
  const rules = [
    ...allow.flatMap((match, index) => (isNew(match) ? stated(match, `body.policy.allow[${index}]`) : [])),
    ...deny.flatMap((match, index) => (isNew(match) ? stated(match, `body.policy.deny[${index}]`) : [])),
  ];
  if (rules.length === 0) return;
  const known = await knownNames(context, accountId);
  const faults: FieldError[] = [];
  for (const rule of rules) {
    const fault = faultOf(rule, known);
    if (fault !== undefined) faults.push(fault);
    if (faults.length === FAULTS_MAX) break;
  }
  if (faults.length > 0) throw invalid(faults);
}
