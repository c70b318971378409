// Opens what a configuration names: the catalogue with the operator's files, and the database.

import { readFile, stat, mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createCatalog, parseOverrides, parsePriceList, type Catalog } from "@signalbox/catalog";
import { SignalboxError, type Config } from "@signalbox/contracts";
import { openStorage, readDatabaseLocation, type DatabaseLocation, type Storage } from "@signalbox/storage";
import type { Logger } from "../context/logger.ts";
import { randomUUID } from "node:crypto";

/** A file system that answers later than this would also hold up every commit. @unit milliseconds */
const ANSWER_MS = 10_000;

async function prove(directory: string): Promise<void> {
  const probe = join(directory, `.probe-${randomUUID()}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(probe, "");
  await rm(probe);
}

function afterTimeLimit(): { readonly late: Promise<never>; readonly clear: () => void } {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(Object.assign(new Error("no answer"), { code: `no answer within ${ANSWER_MS / 1000} s` }));
  }, ANSWER_MS);
  return { late, clear: () => clearTimeout(timer) };
}

/**
 * Creates the data directory for its owner alone and proves that it can be written.
 * @throws SignalboxError invalid_configuration when it cannot, or when the file system does not answer
 */
async function prepareDataDir(dataDir: string): Promise<string> {
  const directory = resolve(dataDir);
  const limit = afterTimeLimit();
  try {
    await Promise.race([prove(directory), limit.late]);
    return directory;
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new SignalboxError(
      "invalid_configuration",
      `The data directory ${directory} cannot be written${reason}. Give this user the right to write there, or choose ` +
        "another with SIGNALBOX_DATA_DIR or --data-dir.",
      { cause },
    );
  } finally {
    limit.clear();
  }
}

/** The place where the data really lie. @throws SignalboxError invalid_configuration for an address that names no database */
export function databaseLocationOf({ storage: { databaseUrl, dataDir } }: Config): DatabaseLocation {
  return readDatabaseLocation(
    databaseUrl.trim() === "" ? join(resolve(dataDir), "signalbox.db") : databaseUrl,
  );
}

async function readSettingFile(path: string, setting: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new SignalboxError("invalid_configuration", `${path}: cannot be read. Check \`${setting}\`.`, {
      cause,
    });
  }
}

export const fetchedListPath = ({ storage }: Config): string =>
  join(resolve(storage.dataDir), "catalogue-list.json");

/** The list fetched last takes precedence over the configured one. */
async function listPathOf(config: Config): Promise<string> {
  if (config.catalog.refreshUrl === "") return config.model.pricesFile;
  const fetched = fetchedListPath(config);
  const isThere = await stat(fetched).then(
    () => true,
    () => false,
  );
  return isThere ? fetched : config.model.pricesFile;
}

/**
 * The catalogue with the operator's own files, as far as they are configured.
 * @throws SignalboxError invalid_configuration for a file that cannot be read, invalid_data for one that is faulty
 */
export async function loadConfiguredCatalog(config: Config): Promise<Catalog> {
  const { catalogFile } = config.model;
  const path = await listPathOf(config);
  const list =
    path === "" ? undefined : parsePriceList(await readSettingFile(path, "model.pricesFile"), path);
  const overrides =
    catalogFile === ""
      ? undefined
      : parseOverrides(await readSettingFile(catalogFile, "model.catalogFile"), catalogFile);
  // The day of the file is the day on which the list was fetched: a copy that keeps times keeps it.
  const readOn = list && (await stat(path)).mtime.toISOString().slice(0, 10);
  const { version: providersVersion, ...newer } = list ?? {};
  return createCatalog({ ...newer, providersVersion, readOn, overrides });
}

/** Opens the database alone: for commands that need no engine. */
export async function openConfiguredStorage(config: Config, logger: Logger): Promise<Storage> {
  const location = databaseLocationOf(config);
  if (config.storage.databaseUrl.trim() === "") await prepareDataDir(config.storage.dataDir);
  return openStorage({
    url: location.url,
    statementTimeoutMs: config.storage.statementTimeoutMs,
    onFault: (error) => {
      logger.error({ cause: error }, "the database had a fault in the background");
    },
  });
}
