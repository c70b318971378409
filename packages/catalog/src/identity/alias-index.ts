// Exact look-up from a spelling to one model id. Aliases with a slash ("cerebras/llama3.1-8b") hold under that namespace only.
// Invariant: one key belongs to one model; a second owner is a fault of the data and stops the load.
import { readModeSuffix, SignalboxError } from "@signalbox/contracts";
import type { NamedMode } from "@signalbox/contracts";
import {
  HOST_WORDS,
  VENDOR_BY_NAMESPACE,
  nameReadings,
  spellingKey,
  splitSpelling,
} from "./split-spelling.ts";
import type { Spelling, SplitSpelling, VendorOf } from "./split-spelling.ts";

interface AliasedModel {
  /** `vendor/model`. */
  readonly id: string;
  readonly vendor: string;
  readonly aliases: readonly string[];
  /** @unit billions of parameters */
  readonly paramsB?: number | undefined;
}

export interface Identity {
  readonly id: string;
  /** Hosts that the spelling names, outermost first; then the vendor's word, if any. */
  readonly servedBy: readonly string[];
  /** The model's name as the spelling has it. */
  readonly name: string;
  /** A door that keeps the call in one region, as "eu.anthropic.claude-..." does. */
  readonly isRegional?: true;
  /** Mode that the spelling names beside the model's own words. */
  readonly named?: NamedMode;
  /** The name is known without that mode alone, so it holds only for a model that has modes. */
  readonly isModeRead?: true;
}

export interface AliasIndex {
  /** @returns undefined when the spelling is not exactly known. */
  find(spelling: Spelling): Identity | undefined;
  /** The spelling in parts; undefined when a word before the name is unknown. */
  split(spelling: Spelling): SplitSpelling | undefined;
  /** Whether a model has exactly that name, with nothing dropped. */
  has(name: string): boolean;
  readonly size: number;
}

interface Owner {
  readonly id: string;
  readonly vendor: string;
  readonly paramsB: number | undefined;
}

function aliasKey(alias: string): string | undefined {
  const slash = alias.indexOf("/");
  const key = spellingKey(alias.slice(slash + 1));
  if (key === undefined || slash < 0) return key;
  return `${alias.slice(0, slash)}/${key}`;
}

function addAlias(owners: Map<string, Owner>, alias: string, owner: Owner): void {
  const key = aliasKey(alias);
  if (key === undefined) {
    throw new SignalboxError("invalid_data", `"${alias}" of ${owner.id} is not a possible model name.`);
  }
  const present = owners.get(key);
  if (present !== undefined && present.id !== owner.id) {
    throw new SignalboxError("invalid_data", `"${alias}" names both ${present.id} and ${owner.id}.`);
  }
  owners.set(key, owner);
}

function buildOwners(models: readonly AliasedModel[]): ReadonlyMap<string, Owner> {
  const owners = new Map<string, Owner>();
  for (const model of models) {
    const owner = { id: model.id, vendor: model.vendor, paramsB: model.paramsB };
    addAlias(owners, model.id.slice(model.id.indexOf("/") + 1), owner);
    for (const alias of model.aliases) addAlias(owners, alias, owner);
  }
  return owners;
}

interface Found {
  readonly owner: Owner;
  readonly named?: NamedMode;
  readonly isModeRead?: true;
}

/** The name as given, then without the mode at its end, then without a date or variant before that mode. */
function findModel(owners: ReadonlyMap<string, Owner>, split: SplitSpelling): Found | undefined {
  const named = readModeSuffix(withoutVariant(split.name));
  const owner = findOwner(owners, split) ?? ownerOfTag(owners, split);
  if (named === undefined) return owner && { owner };
  if (owner !== undefined) return isOwnWord(owner, split.name) ? { owner } : { owner, named };
  const base = findOwner(owners, { ...split, name: named.name });
  return base && { owner: base, named, isModeRead: true };
}

const SIZE_TAG = /^(.+):(\d{1,4}(?:\.\d{1,2})?)b(?:-(?:instruct|it|chat))?$/;
/** Hosts round the size of a model: 14.7 billions are "14b". */
const SIZE_MARGIN = 0.12;

/** "phi4:14b" is phi-4, whose size it is; a tag of another size is another model. */
function ownerOfTag(owners: ReadonlyMap<string, Owner>, split: SplitSpelling): Owner | undefined {
  const [, name, size] = SIZE_TAG.exec(split.name) ?? [];
  const owner = name === undefined ? undefined : findOwner(owners, { ...split, name });
  if (owner?.paramsB === undefined || size === undefined) return undefined;
  return Math.abs(Number(size) / owner.paramsB - 1) <= SIZE_MARGIN ? owner : undefined;
}

/** A service variant or date behind a mode: "gpt-5.5-high:free", "gpt-5.5-high-2026-04-23". */
const VARIANT_AFTER_MODE = /(?::(?:free|nitro|floor|online|beta|exacto|extended)|[-@]20\d{2}-?\d{2}-?\d{2})$/;

const wordsOf = (name: string): readonly string[] => name.split(/[^a-z]+/);

/** True when the last word belongs to the model's own name ("kimi-k2-thinking", "qwen3-max"). */
function isOwnWord({ id }: Owner, name: string): boolean {
  const last = wordsOf(withoutVariant(name)).at(-1);
  return last !== undefined && last !== "" && wordsOf(id).includes(last);
}

function withoutVariant(name: string): string {
  return name.replace(VARIANT_AFTER_MODE, "");
}

function findOwner(owners: ReadonlyMap<string, Owner>, split: SplitSpelling): Owner | undefined {
  const isFireworks = split.hosts.some((host) => host.startsWith("fireworks"));
  const isDotted = split.isDotted || split.hosts.some((host) => host.includes("bedrock"));
  const scopes = [...new Set([split.namespace, ...split.hosts])].filter((scope) => scope !== undefined);
  const ownerOf = (reading: string): Owner | undefined => {
    const key = spellingKey(reading.replace("@", "-"));
    if (key === undefined) return undefined;
    for (const scope of scopes) {
      const owner = owners.get(`${scope}/${key}`);
      if (owner !== undefined) return owner;
    }
    return owners.get(key);
  };
  // Most names are known as they are; their readings need not be made.
  const literal = ownerOf(split.name);
  if (literal !== undefined) return literal;
  for (const reading of nameReadings(split.name, { isDotted, isFireworks }).slice(1)) {
    const owner = ownerOf(reading);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** Every vendor of the data is its own namespace, unless the word already means a host. */
function vendorReader(models: readonly AliasedModel[]): VendorOf {
  const vendors = new Set(models.map(({ vendor }) => vendor).filter((vendor) => !HOST_WORDS.has(vendor)));
  return (word) => VENDOR_BY_NAMESPACE.get(word) ?? (vendors.has(word) ? word : undefined);
}

/** @throws SignalboxError invalid_data when two models claim one spelling. */
export function buildAliasIndex(models: readonly AliasedModel[]): AliasIndex {
  const owners = buildOwners(models);
  const vendorOf = vendorReader(models);
  return {
    size: owners.size,
    split: (spelling) => splitSpelling(spelling, vendorOf),
    has: (name) => owners.has(spellingKey(name) ?? ""),
    find(spelling) {
      const split = splitSpelling(spelling, vendorOf);
      if (split === undefined) return undefined;
      const found = findModel(owners, split);
      if (found === undefined) return undefined;
      const { owner, named, isModeRead } = found;
      if (split.vendor !== undefined && split.vendor !== owner.vendor) return undefined;
      return {
        id: owner.id,
        name: split.name,
        ...(split.isRegional === true ? { isRegional: true } : {}),
        ...(named === undefined ? {} : { named }),
        ...(isModeRead === true ? { isModeRead } : {}),
        servedBy: [...split.hosts, ...(split.vendor === undefined ? [] : [split.vendor])],
      };
    },
  };
}
