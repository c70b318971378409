// Checks the names in the rules of a policy: a ban of "deepsek" would silently ban no model.
import {
  FAULTS_MAX,
  findPolicyFaults,
  invalid,
  nearestName,
  type CandidateMatch,
  type CandidateRule,
  type DryRunResult,
  type FieldError,
  type ModelCatalog,
  type PreferencePolicy,
} from "@signalbox/contracts";
import { PROVIDER_WORDS } from "@signalbox/catalog";
import { matchesGlob } from "@signalbox/engine/internals";

import type { ServiceContext } from "../../context/service-context.ts";
import { loadAccountCatalog } from "../models/account-catalog.ts";

/** Decisions of the account whose candidates count as known. */
const DECISIONS_LOOKED_AT = 200;
const HOUR_MS = 3_600_000;
const PICKS_MS = 30 * 24 * HOUR_MS;

type Needs = Pick<ServiceContext, "catalog" | "storage" | "clock">;

type Place = "label" | "provider" | "model";
const PLACES: readonly Place[] = ["label", "provider", "model"];

type Names = Readonly<Record<Place, Set<string>>>;

/** The names of a candidate that the journal keeps. */
type KeptNames = Partial<Record<"label" | "provider" | "model" | "modelId", string>>;

const noNames = (): Names => ({ label: new Set(), provider: new Set(), model: new Set() });

function add(to: Set<string>, ...names: readonly (string | null | undefined)[]): void {
  for (const name of names) if (typeof name === "string" && name !== "") to.add(name.toLowerCase());
}

interface Known {
  readonly all: Names;
  /** By label of a candidate, the names under which rules find it. */
  readonly byLabel: ReadonlyMap<string, Names>;
}

function addKept(known: Names, { label, provider, model, modelId }: KeptNames, vendor?: string): void {
  add(known.label, label);
  add(known.provider, provider, vendor);
  add(known.model, model ?? label, modelId);
}

async function loadKnown({ storage }: Needs, accountId: string, catalog: ModelCatalog): Promise<Known> {
  const all = noNames();
  add(all.provider, ...PROVIDER_WORDS);
  for (const { id, vendor } of catalog.list()) {
    const short = id.slice(id.indexOf("/") + 1);
    add(all.provider, vendor);
    add(all.model, id, short);
    add(all.label, id, short);
  }
  const byLabel = new Map<string, Names>();
  const newest = { accountId, limit: DECISIONS_LOOKED_AT, newestFirst: true };
  for await (const { request } of storage.decisions.stream(newest))
    for (const candidate of (request["candidates"] ?? []) as readonly KeptNames[]) {
      const { label = "", modelId } = candidate;
      const own = byLabel.get(label) ?? noNames();
      byLabel.set(label, own);
      const vendor = modelId === undefined ? undefined : catalog.resolve({ model: modelId })?.vendor;
      addKept(own, candidate, vendor);
      addKept(all, candidate);
    }
  return { all, byLabel };
}

interface StatedName {
  readonly place: Place;
  /** Its place below the rule. */
  readonly member: string;
  readonly value: string;
}

function namesIn(match: CandidateMatch): StatedName[] {
  const own = PLACES.flatMap((place): StatedName[] => {
    const value = match[place];
    return value === undefined ? [] : [{ place, member: place, value }];
  });
  const { attribute } = match;
  if (attribute?.name !== "vendor") return own;
  const values = [attribute.value].flat().filter((value) => typeof value === "string");
  return [
    ...own,
    ...values.map((value): StatedName => ({ place: "provider", member: "attribute.value", value })),
  ];
}

interface Slip extends StatedName {
  readonly meant: string | undefined;
}

/** The first name of a rule that nothing has, with the one that was probably meant. */
function findSlip(match: CandidateMatch, { all }: Known): Slip | undefined {
  const slip = namesIn(match).find(({ place, value }) => !hasMatch(value, all[place]));
  return slip && { ...slip, meant: nearestName(slip.value.replaceAll("*", ""), all[slip.place]) };
}

function hasMatch(glob: string, names: Iterable<string>): boolean {
  for (const name of names) if (matchesGlob(glob, name)) return true;
  return false;
}

const messageOf = ({ place }: Slip): string =>
  `No ${place} of the catalogue or of this account's decisions matches it, so the rule would do nothing.`;

interface PlacedRule {
  /** Below the policy. */
  readonly location: string;
  readonly match: CandidateRule;
}

function rulesOf({ allow = [], deny = [], field_rules: fieldRules = [] }: PreferencePolicy): PlacedRule[] {
  return [
    ...allow.map((match, index) => ({ location: `allow[${index}]`, match })),
    ...deny.map((match, index) => ({ location: `deny[${index}]`, match })),
    ...fieldRules.map(({ prefer }, index) => ({ location: `field_rules[${index}].prefer`, match: prefer })),
  ];
}

const STATE_IT = "If it is yours and has not been sent yet, send `unknown_ok: true` beside the policy.";

interface NameCheck {
  readonly accountId: string;
  readonly policy: PreferencePolicy;
  /** Policy of the current version, whose rules were accepted before. */
  readonly before?: PreferencePolicy | undefined;
}

const catalogOf = ({ storage, catalog, clock }: Needs, accountId: string): Promise<ModelCatalog> =>
  loadAccountCatalog(storage, catalog.at(clock.nowMs()), accountId);

/** @throws SignalboxError validation_failed naming each value that matches nothing, and what was probably meant */
export async function assertKnownNames(
  context: Needs,
  { accountId, policy, before = {} }: NameCheck,
): Promise<void> {
  // Faults of another kind come first: `assertPolicy` tells them.
  if (findPolicyFaults(policy, "body.policy").length > 0) return;
  const standing = new Set(rulesOf(before).map(({ match }) => JSON.stringify(match)));
  const rules = rulesOf(policy).filter(
    ({ match }) => namesIn(match).length > 0 && !standing.has(JSON.stringify(match)),
  );
  if (rules.length === 0) return;
  const known = await loadKnown(context, accountId, await catalogOf(context, accountId));
  const faults: FieldError[] = [];
  for (const { location, match } of rules) {
    const slip = findSlip(match, known);
    if (slip === undefined) continue;
    faults.push({
      location: `body.policy.${location}.${slip.member}`,
      message: messageOf(slip),
      fix: slip.meant === undefined ? STATE_IT : `Did you mean \`${slip.meant}\`? ${STATE_IT}`,
    });
    if (faults.length === FAULTS_MAX) break;
  }
  if (faults.length > 0) throw invalid(faults);
}

type CountPicks = (rule: CandidateRule) => number | null;

/** Picks of the last 30 days from hourly sums, which know labels alone: neither attributes nor tags of requests. */
async function loadPicks(
  context: Needs,
  accountId: string,
  known: Known,
  catalog: ModelCatalog,
): Promise<CountPicks> {
  const toMs = context.clock.nowMs() + HOUR_MS;
  const span = { fromMs: toMs - PICKS_MS, toMs, bucketHours: PICKS_MS / HOUR_MS };
  const groups = await context.storage.groups.read({ accountId, dimension: "label", ...span });
  const picks = groups.map(({ value: label, decisions }) => {
    const names = known.byLabel.get(label) ?? noNames();
    const facts = catalog.resolve({ model: label });
    addKept(names, { label, ...(facts && { modelId: facts.id }) }, facts?.vendor);
    return { names, decisions };
  });
  return (rule) => {
    if (rule.attribute !== undefined || rule.when !== undefined) return null;
    const stated = namesIn(rule);
    return picks
      .filter(({ names }) => stated.every(({ place, value }) => hasMatch(value, names[place])))
      .reduce((sum, { decisions }) => sum + decisions, 0);
  };
}

/** Each rule of a policy with the picks that it speaks of; of one that matches nothing, what was probably meant. */
export async function judgeRules(
  context: Needs,
  accountId: string,
  policy: PreferencePolicy,
): Promise<DryRunResult["rules"]> {
  const rules = rulesOf(policy);
  if (rules.length === 0) return [];
  const catalog = await catalogOf(context, accountId);
  const known = await loadKnown(context, accountId, catalog);
  const picksOf = await loadPicks(context, accountId, known, catalog);
  return rules.map(({ location, match }) => {
    const slip = findSlip(match, known);
    if (slip === undefined)
      return { location, picks: picksOf(match), fault: null, meant: null, meant_picks: null };
    const isCounted = slip.meant !== undefined && slip.member === slip.place;
    return {
      location,
      picks: 0,
      fault: messageOf(slip),
      meant: slip.meant ?? null,
      meant_picks: isCounted ? picksOf({ ...match, [slip.place]: slip.meant }) : null,
    };
  });
}
