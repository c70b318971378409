// Reads the user's own file of facts and reports everything that is wrong with it together.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CatalogOverride, CatalogOverridesFile, FieldError } from "@signalbox/contracts";
import {
  describeFieldError,
  faultsOfCatalogOverrides,
  modeAsModel,
  SignalboxError,
} from "@signalbox/contracts";
import type { AliasIndex } from "../identity/alias-index.ts";

const FILE_BYTES_MAX = 16 * 1024 * 1024;

export interface CatalogOverrides {
  readonly models: readonly CatalogOverride[];
  /** Names the file in messages. */
  readonly origin: string;
  /** Short digest of the content, part of the catalogue's version. */
  readonly version: string;
}

/** @param origin names the file in messages. @throws SignalboxError invalid_data with every fault. */
export function parseOverrides(text: string, origin: string): CatalogOverrides {
  if (text.length > FILE_BYTES_MAX) {
    throw new SignalboxError("invalid_data", `${origin} is larger than ${FILE_BYTES_MAX} bytes.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${origin} is not valid JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
  throwFaults(faultsOfCatalogOverrides(value), origin);
  const { models } = value as CatalogOverridesFile;
  return { models, origin, version: createHash("sha256").update(text).digest("hex").slice(0, 12) };
}

/** One file of both; what the second states of a model takes the place of what the first does. */
export function joinOverrides(
  first: CatalogOverrides | undefined,
  second: CatalogOverrides | undefined,
): CatalogOverrides | undefined {
  if (first === undefined || second === undefined) return second ?? first;
  const byId = new Map(first.models.map((model) => [model.id, model]));
  for (const model of second.models) byId.set(model.id, { ...byId.get(model.id), ...model });
  const version = `${first.version}.${second.version}`;
  return { models: [...byId.values()], origin: second.origin, version };
}

function throwFaults(errors: readonly FieldError[], origin: string): void {
  const [first] = errors;
  if (first === undefined) return;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see \`errors\`)` : "";
  throw new SignalboxError("invalid_data", `${origin}: ${describeFieldError(first)}${more}`, { errors });
}

/**
 * Refuses new ids that are a known model and a mode, unless the entry says itself whether it thinks.
 * @param known the models of the catalogue without the file
 * @throws SignalboxError invalid_data with every fault
 */
export function refuseModeIds({ models, origin }: CatalogOverrides, known: AliasIndex): void {
  const faults = models.flatMap(({ id, is_reasoning }, at): FieldError[] => {
    const found = known.find({ model: id });
    if (found?.named === undefined || found.id === id || is_reasoning !== undefined) return [];
    return [{ location: `models[${at}].id`, ...modeAsModel(found.id, found.named.words) }];
  });
  throwFaults(faults, origin);
}

/** @throws SignalboxError invalid_data when the file is missing or faulty. */
export function readOverrides(path: string): CatalogOverrides {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new SignalboxError("invalid_data", `${path} cannot be read.`, { cause });
  }
  return parseOverrides(text, path);
}
