import { sql } from "kysely";

import type { Context } from "./database/context.ts";
import { inspect } from "./database/inspect.ts";
import { resumeDeletions } from "./repositories/delete-account.ts";
import { createRepositories } from "./repositories/index.ts";
import type { Storage } from "./storage.ts";

export interface StorageParts extends Pick<
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

/** What both databases have in common. */
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
