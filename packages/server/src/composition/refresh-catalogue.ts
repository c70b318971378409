// Keeps the catalogue fresh unattended: fetches the list that the operator names, and serves with it from then on. A list with a
// fault changes nothing; the last sound one is kept in the data directory and is read at the next start.
import { rename, writeFile } from "node:fs/promises";

import { parsePriceList, type Catalog } from "@signalbox/catalog";
import type { Config } from "@signalbox/contracts";

import type { Logger } from "../context/logger.ts";
import type { EngineHolder } from "../context/service-context.ts";
import { fetchedListPath, loadConfiguredCatalog } from "./open-configured.ts";
import { readList } from "./read-list.ts";

export interface CatalogHolder {
  /** Always the newest: what it holds changes, the object does not. */
  readonly catalog: Catalog;
  replace(next: Catalog): void;
}

export function createCatalogHolder(first: Catalog): CatalogHolder {
  let current = first;
  return {
    catalog: {
      get version() {
        return current.version;
      },
      get readOn() {
        return current.readOn;
      },
      resolve: (spelling) => current.resolve(spelling),
      inherit: (spelling) => current.inherit?.(spelling),
      list: () => current.list(),
      get: (id) => current.get(id),
      identify: (spelling) => current.identify(spelling),
      openrouterIdOf: (id) => current.openrouterIdOf(id),
      headOf: (id) => current.headOf(id),
      at: (nowMs) => current.at(nowMs),
    },
    replace: (next) => {
      current = next;
    },
  };
}

async function fetchCatalog(config: Config): Promise<Catalog> {
  const { refreshUrl } = config.catalog;
  const text = await readList(refreshUrl);
  parsePriceList(text, refreshUrl);
  const path = fetchedListPath(config);
  // Several processes may fetch at the same time; each writes a whole file.
  const draft = `${path}.${process.pid}.tmp`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
  return loadConfiguredCatalog(config);
}

interface Served {
  readonly config: Config;
  readonly holder: CatalogHolder;
  readonly engine: EngineHolder;
  readonly logger: Logger;
}

/** @throws SignalboxError invalid_data with the faults of a list that is not taken */
export async function refreshCatalog({ config, holder, engine, logger }: Served): Promise<void> {
  const before = holder.catalog.version;
  holder.replace(await fetchCatalog(config));
  const now = holder.catalog.version;
  if (now === before) return;
  // Decisions name the version of the catalogue that their engine was made with.
  await engine.reload(engine.artefactDir);
  logger.info({ before, now }, "the catalogue was refreshed");
}
