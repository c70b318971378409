// Exact look-up from a spelling to one model id. Aliases with a slash ("cerebras/llama3.1-8b") hold under that namespace only.
// Invariant: one key belongs to one model; a second owner is a fault of the data and stops the load.
import { readName, SignalboxError } from "@signalbox/contracts";
import type { ModelName, NamedMode, Spelling } from "@signalbox/contracts";
import { nameWords } from "../host-words.ts";

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
  read(spelling: Spelling): ModelName | undefined;
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
  const { path = [], key } = readName(alias) ?? {};
  if (path.length === 0) return key;
  return path.length > 1 || key === undefined ? undefined : `${path[0]}/${key}`;
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

type Owners = ReadonlyMap<string, Owner>;

/** The name as given, then without the mode at its end. */
function findModel(owners: Owners, name: ModelName): Found | undefined {
  const { effort: named } = name;
  const owner = findOwner(owners, name) ?? ownerOfTag(owners, name);
  if (named === undefined) return owner && { owner };
  if (owner !== undefined) return isOwnWord(owner, named) ? { owner } : { owner, named };
  const base = findOwner(owners, name, named.name);
  return base && { owner: base, named, isModeRead: true };
}

/** Hosts round the size of a model: 14.7 billions are "14b". */
const SIZE_MARGIN = 0.12;

/** "phi4:14b" is phi-4, whose size it is; a tag of another size is another model. */
function ownerOfTag(owners: Owners, name: ModelName): Owner | undefined {
  const { sizeTag: tag } = name;
  const owner = tag && findOwner(owners, name, tag.text);
  if (tag === undefined || owner?.paramsB === undefined) return undefined;
  return Math.abs(tag.paramsB / owner.paramsB - 1) <= SIZE_MARGIN ? owner : undefined;
}

const wordsOf = (text: string): readonly string[] => text.split(/[^a-z]+/);

/** True when the last word belongs to the model's own name ("kimi-k2-thinking", "qwen3-max"). */
function isOwnWord({ id }: Owner, { words }: NamedMode): boolean {
  const last = wordsOf(words).at(-1);
  return last !== undefined && last !== "" && wordsOf(id).includes(last);
}

/** @param text another text at the same place. Default: the name itself */
function findOwner(owners: Owners, name: ModelName, text = name.text): Owner | undefined {
  // Most names are known as they are: no other reading is made of them.
  const owner = text === name.text ? ownerOf(owners, name, name.key) : undefined;
  if (owner !== undefined) return owner;
  for (const { key } of name.readings(text)) {
    const found = ownerOf(owners, name, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownerOf(
  owners: Owners,
  { namespace, hosts }: ModelName,
  key: string | undefined,
): Owner | undefined {
  if (key === undefined) return undefined;
  const named = namespace === undefined ? undefined : owners.get(`${namespace}/${key}`);
  if (named !== undefined) return named;
  for (const host of hosts) {
    const owner = owners.get(`${host}/${key}`);
    if (owner !== undefined) return owner;
  }
  return owners.get(key);
}

/** @throws SignalboxError invalid_data when two models claim one spelling. */
export function buildAliasIndex(models: readonly AliasedModel[]): AliasIndex {
  const owners = buildOwners(models);
  const words = nameWords(new Set(models.map(({ vendor }) => vendor)));
  return {
    size: owners.size,
    read: (spelling) => readName(spelling, words),
    has: (name) => owners.has(readName(name)?.key ?? ""),
    find(spelling) {
      const name = readName(spelling, words);
      const found = name && findModel(owners, name);
      if (name === undefined || found === undefined) return undefined;
      const { vendor, hosts, isRegional, text } = name;
      const { owner, named, isModeRead } = found;
      if (vendor !== undefined && vendor !== owner.vendor) return undefined;
      return {
        id: owner.id,
        name: text,
        ...(isRegional ? { isRegional } : {}),
        ...(named === undefined ? {} : { named }),
        ...(isModeRead === true ? { isModeRead } : {}),
        servedBy: [...hosts, ...(vendor === undefined ? [] : [vendor])],
      };
    },
  };
}
