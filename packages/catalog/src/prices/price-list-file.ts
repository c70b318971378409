// A list of models and prices of the operator's, newer than the installed one: in the price package's own JSON form, or LiteLLM's,
// models.dev's or OpenRouter's. Every fault is reported with its place: a wrong price would be billed in silence.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ModelInfo, Provider } from "@pydantic/genai-prices";
import { isRecord, type FieldError } from "@signalbox/contracts";
import { SignalboxError } from "@signalbox/contracts";

import { parseOverrides, type CatalogOverrides } from "../overrides/catalog-overrides.ts";
import { formOfList, readCommonList, type ListedModel } from "./common-lists.ts";
import { unstatedPrices } from "./list-price.ts";
import { providersOfList } from "./listed-models.ts";
import { loadBundledProviders } from "./price-book.ts";
import { constraintFault } from "./price-rules.ts";

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const FAULTS_MAX = 20;
const USD_PER_MTOK_MAX = 1e6;
const MATCH_DEPTH_MAX = 8;

export interface PriceList {
  /** The installed providers, completed by the list. */
  readonly providers: readonly Provider[];
  /** The models of the list, of which some may be new. */
  readonly listed: readonly ListedModel[];
  /** The facts of a list in our own form. */
  readonly facts?: CatalogOverrides;
  /** "price-list 3f2a91c07d55": the digest of the file, for the version and the sources. */
  readonly version: string;
}

class Faults {
  readonly list: FieldError[] = [];

  add(location: string, message: string): void {
    if (this.list.length >= FAULTS_MAX) return;
    this.list.push({
      location,
      message,
      fix: "Correct it, or take the list as the price package publishes it.",
    });
  }
}

function isPrice(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= USD_PER_MTOK_MAX;
}

function isTier(value: unknown): boolean {
  return (
    isRecord(value) && typeof value["start"] === "number" && value["start"] >= 0 && isPrice(value["price"])
  );
}

/** One amount: a number, or a base with tiers. Amounts of images and requests have the same form. */
function isAmount(value: unknown): boolean {
  if (!isRecord(value)) return isPrice(value);
  const { base, tiers } = value;
  return isPrice(base) && Array.isArray(tiers) && tiers.every(isTier);
}

function checkPrice(value: unknown, location: string, faults: Faults): void {
  if (!isRecord(value)) {
    faults.add(location, "It must be an object of prices.");
    return;
  }
  for (const [name, amount] of Object.entries(value))
    if (amount !== undefined && amount !== null && !isAmount(amount))
      faults.add(`${location}.${name}`, "It must be USD per million tokens from 0 on, or { base, tiers }.");
}

function checkPrices(value: unknown, location: string, faults: Faults): void {
  if (!Array.isArray(value)) {
    checkPrice(value, location, faults);
    return;
  }
  for (const [index, conditional] of (value as readonly unknown[]).entries()) {
    const { prices, constraint } = isRecord(conditional) ? conditional : {};
    checkPrice(prices, `${location}[${index}].prices`, faults);
    const fault = constraintFault(constraint);
    if (fault !== undefined) faults.add(`${location}[${index}].constraint`, fault);
  }
}

function isMatch(value: unknown, depth = 0): boolean {
  if (!isRecord(value) || depth > MATCH_DEPTH_MAX) return false;
  return Object.values(value).every((inner) =>
    Array.isArray(inner) ? inner.every((each) => isMatch(each, depth + 1)) : typeof inner === "string",
  );
}

function checkModel(value: unknown, location: string, faults: Faults): void {
  if (!isRecord(value) || typeof value["id"] !== "string" || value["id"] === "") {
    faults.add(location, "It must be a model with an `id`.");
    return;
  }
  if (!isMatch(value["match"]))
    faults.add(`${location}.match`, "It must be a rule such as { equals: NAME }.");
  const { context_window: window } = value;
  if (window !== undefined && window !== null && !(typeof window === "number" && window > 0))
    faults.add(`${location}.context_window`, "It must be a number of tokens.");
  checkPrices(value["prices"], `${location}.prices`, faults);
}

function checkProvider(value: unknown, location: string, faults: Faults): void {
  if (!isRecord(value) || typeof value["id"] !== "string" || !Array.isArray(value["models"])) {
    faults.add(location, "It must be a provider with `id` and `models`.");
    return;
  }
  const seen = new Set<unknown>();
  for (const [index, model] of (value["models"] as readonly unknown[]).entries()) {
    checkModel(model, `${location}.models[${index}]`, faults);
    const id = isRecord(model) ? model["id"] : undefined;
    if (id !== undefined && seen.has(id))
      faults.add(`${location}.models[${index}]`, "Two models have this name.");
    seen.add(id);
  }
}

/** A file that says null for "none" means absent. */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (value === null ? undefined : value));
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${path} is not valid JSON: it may be cut. Fetch it again.`, {
      cause,
    });
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${path} cannot be read.`, { cause });
  }
}

function refuse(faults: readonly FieldError[], path: string): void {
  const [first] = faults;
  if (first === undefined) return;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  throw new SignalboxError(
    "invalid_data",
    `${path} is not a price list: ${first.location}: ${first.message}${more}`,
    { errors: faults.slice(0, FAULTS_MAX) },
  );
}

function checkList(value: unknown, path: string): readonly Provider[] {
  const faults = new Faults();
  if (!Array.isArray(value) || value.length === 0)
    faults.add(
      "the file",
      "It must be an array of providers, a list of LiteLLM, models.dev or OpenRouter, or { models: [...] } as in docs/models.md.",
    );
  else
    for (const [index, provider] of (value as readonly unknown[]).entries())
      checkProvider(provider, `[${index}]`, faults);
  refuse(faults.list, path);
  return value as readonly Provider[];
}

function withUnstated(model: ModelInfo, installed: ModelInfo | undefined): ModelInfo {
  const { prices } = model;
  if (installed === undefined || Array.isArray(prices)) return model;
  const unstated = Object.entries(unstatedPrices(installed)).filter(([name]) => !(name in prices));
  return unstated.length === 0 ? model : { ...model, prices: { ...prices, ...Object.fromEntries(unstated) } };
}

/** The installed list with the file's models before those of the same host; the installed order decides whose price applies. */
function completed(own: readonly Provider[]): readonly Provider[] {
  const newer = new Map(own.map((provider) => [provider.id, provider]));
  const bundled = loadBundledProviders();
  const known = new Set(bundled.map(({ id }) => id));
  const complete = (provider: Provider): Provider => {
    const models = newer.get(provider.id)?.models ?? [];
    if (models.length === 0) return provider;
    const byId = new Map(provider.models.map((model) => [model.id, model]));
    const whole = models.map((model) => withUnstated(model, byId.get(model.id)));
    return { ...provider, models: [...whole, ...provider.models] };
  };
  return [...bundled.map(complete), ...own.filter(({ id }) => !known.has(id))];
}

const listedOf = ({ id: host, models }: Provider): readonly ListedModel[] =>
  models.map(({ id: name, context_window: contextTokens }) => ({
    host,
    name,
    prices: {},
    tiers: [],
    ...(contextTokens === undefined ? {} : { contextTokens }),
  }));

/** Our own form is that of the operator's file: `{ "models": [{ "id": ... }] }`. */
const isOwnForm = (value: unknown): boolean => isRecord(value) && Array.isArray(value["models"]);

/**
 * @param origin names the file in messages
 * @param nowMs a release after it is a fault. Default: now
 * @throws SignalboxError invalid_data with every fault, 20 at most
 */
export function parsePriceList(text: string, origin: string, nowMs: number = Date.now()): PriceList {
  if (text.length > FILE_BYTES_MAX)
    throw new SignalboxError("invalid_data", `${origin} is larger than ${FILE_BYTES_MAX} bytes.`);
  const value = parse(text, origin);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  if (isOwnForm(value)) {
    const facts = parseOverrides(text, origin);
    return { providers: loadBundledProviders(), listed: [], facts, version: `own-list ${digest}` };
  }
  const form = formOfList(value);
  if (form === undefined) {
    const own = checkList(value, origin);
    return { providers: completed(own), listed: own.flatMap(listedOf), version: `price-list ${digest}` };
  }
  const { models: listed, faults } = readCommonList(form, value, nowMs);
  refuse(faults, origin);
  const version = `${form.toLowerCase()}-list ${digest}`;
  return { providers: completed(providersOfList(listed)), listed, version };
}

/** @throws SignalboxError invalid_data when the file is missing or faulty */
export function readPriceList(path: string): PriceList {
  return parsePriceList(readText(path), path);
}
