// The differences of one database from another. Everything else of the storage is written once, for all of them.
import type { RawBuilder } from "kysely";

import type { DecisionRow, JournalOptions } from "./decisions.ts";
import type { JournalSink } from "./journal-sink.ts";

/** A query whose rows can be kept from other transactions until this one ends. */
interface Lockable<Query> {
  forUpdate(): Query;
  skipLocked(): Query;
}

interface LockOptions {
  /** Rows that another transaction holds are passed over instead of waited for. */
  readonly skipsLocked?: boolean;
}

/** The place where a journal's batches may go. */
export interface SinkTarget {
  readonly url: string;
  appendDecisions(rows: readonly DecisionRow[]): Promise<void>;
}

/** Which database an address means. */
export interface DatabaseLocation {
  /** Name of the dialect. */
  readonly kind: string;
  /** The place that is opened: an address with its password, or an absolute path. */
  readonly url: string;
  /** Without user or password: fit for a banner or a log. */
  readonly publicName: string;
}

export interface Dialect {
  /** As the service reports it: "sqlite", "postgres". */
  readonly name: string;
  /** How its addresses are written, for people: "`scheme:...` for Name". */
  readonly addressForm: string;
  /** Undefined for an address of another database; a text says what is wrong with one of this, without repeating it. */
  readAddress(address: string): DatabaseLocation | string | undefined;
  /** Locks the rows that a query finds, where several transactions can write together. */
  lockRows<Query extends Lockable<Query>>(query: Query, options?: LockOptions): Query;
  /** Puts this database's types in place of `bytes` and `serial_key` in a migration's statement. */
  spell(statement: string): string;
  /** First statements of the transaction of the migrations: they keep other replicas out and take limits of time away. */
  readonly beginMigrations: readonly string[];
  /** Begins a transaction that sees one state of the whole database and keeps no writer waiting. */
  readonly beginSnapshot: string;
  /** Statements that give back and overwrite what deletions left behind, one short step of them. */
  readonly scrub: readonly string[];
  /** Statement that answers with the damage it finds, one row each, or "ok"; undefined where there is none. */
  readonly damageCheck: string | undefined;
  /** The text of a member of an object in a column of JSON, null without it. */
  textOfMember(column: RawBuilder<unknown>, name: string): RawBuilder<string | null>;
  /** Statement that reads the database's clock as `ms` since 1970. */
  readonly readClock: string;
  /** A server that can be away while this process continues. */
  readonly isRemote: boolean;
  /** The sink where the journal writes its batches. */
  journalSink(target: SinkTarget, wait: NonNullable<JournalOptions["wait"]>): JournalSink;
}
