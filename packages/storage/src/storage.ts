// The whole of a storage: every repository, transactions over them, and what reaches other replicas.

import type { PageCheck } from "./database/check-pages.ts";
import type { DecisionRow } from "./interface/decisions.ts";
import type { Dialect } from "./interface/dialect.ts";
import type { Invalidation } from "./interface/storage-options.ts";
import { type Repositories, createRepositories } from "./repositories/index.ts";
import { sql } from "kysely";
import type { Context } from "./database/context.ts";
import { resumeDeletions } from "./repositories/accounts.ts";

async function findDamage({ db }: Context, { damageCheck }: Dialect): Promise<readonly string[] | undefined> {
  if (damageCheck === undefined) return undefined;
  const { rows } = await sql.raw<Record<string, string>>(damageCheck).execute(db);
  return rows.flatMap((row) => Object.values(row)).filter((words) => words !== "ok");
}

async function inspect(context: Context, dialect: Dialect): Promise<Inspection> {
  const { rows } = await sql.raw<{ readonly ms: number }>(dialect.readClock).execute(context.db);
  return { faults: await findDamage(context, dialect), nowMs: rows[0]?.ms ?? Number.NaN };
}

interface StorageParts extends Pick<
  Storage,
  | "dialect"
  | "url"
  | "onInvalidate"
  | "hearsChanges"
  | "connections"
  | "appendDecisions"
  | "checkPages"
  | "close"
> {
  readonly context: Context;
}

/** Assembles the parts that both databases have in common. */
export async function assembleStorage({ context, ...parts }: StorageParts): Promise<Storage> {
  await resumeDeletions(context);
  return {
    ...parts,
    ...createRepositories(context),
    transaction: (work) => context.transaction((inside) => work(createRepositories(inside))),
    scrub: async () => {
      for (const statement of parts.dialect.scrub) await sql.raw(statement).execute(context.db);
    },
    inspect: () => inspect(context, parts.dialect),
    ping: async () => {
      await sql`select 1`.execute(context.db);
    },
  };
}

/** The findings of a look at the database itself. */
export interface Inspection {
  /** Damage in the database's own words; undefined where only the server's tools can look for it. */
  readonly faults: readonly string[] | undefined;
  /** By the clock of the database. @unit milliseconds since 1970 */
  readonly nowMs: number;
}

/** Connections of this process to a server. */
export interface Connections {
  readonly open: number;
  readonly max: number;
  /** Statements that wait for one. */
  readonly waiting: number;
}

export interface Storage extends Repositories {
  readonly dialect: Dialect;
  readonly url: string;
  /** All or nothing. Work only with the repositories given; invalidations leave with the commit. */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /**
   * Called in this process as soon as a change is committed, and for changes by other replicas as they are heard of.
   * Returns the function that ends it.
   */
  onInvalidate(listener: (event: Invalidation) => void): () => void;
  /** Writes journal rows immediately, without the queue: all or nothing. The journal is the usual way in. */
  appendDecisions(rows: readonly DecisionRow[]): Promise<void>;
  /**
   * After deletions: leaves no copy of what was deleted in the files, as far as the database can. In short steps, so call it
   * now and then; a step that others are in the way of is left to the next call.
   */
  scrub(): Promise<void>;
  /** False while changes by other replicas may come late: caches are then refreshed twice a second. */
  readonly hearsChanges: () => boolean;
  /** Undefined for a file. */
  readonly connections: () => Connections | undefined;
  /** @throws dependency_unavailable when the database does not answer */
  ping(): Promise<void>;
  /** Reads every page that the database lets us check; takes as long as reading the file. */
  inspect(): Promise<Inspection>;
  /** The same of the pages, in a separate thread; undefined where only the server's tools can look for damage. */
  checkPages(): PageCheck | undefined;
  close(): Promise<void>;
}
