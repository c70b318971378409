// Whether the pages of an embedded database are whole: read once after the start, beside everything else. A damaged file continues
// answering from intact pages, so the damage would go unnoticed until every backup is too old.
import { SignalboxError } from "@signalbox/contracts";
import type { Storage } from "@signalbox/storage";
import type { Logger } from "./logger.ts";

type PageState = "unread" | "reading" | "whole" | "damaged";

export interface PageWatch {
  readonly state: PageState;
  /** Begins to read; does nothing for a database that cannot be read that way. Never rejects. */
  start(): Promise<void>;
  /** @throws SignalboxError dependency_unavailable where a page is damaged */
  assertWhole(): void;
  stop(): Promise<void>;
}

export function watchPages(storage: Pick<Storage, "checkPages">, logger: Logger): PageWatch {
  let state: PageState = "unread";
  let check: ReturnType<Storage["checkPages"]>;
  let isStopped = false;
  const read = async ({ faults }: NonNullable<typeof check>): Promise<void> => {
    state = "reading";
    try {
      const found = await faults;
      state = found.length === 0 ? "whole" : "damaged";
      if (found.length > 0)
        logger.error({ damage: found }, "the database is damaged: restore the last backup");
    } catch (cause) {
      state = "unread";
      if (!isStopped) logger.warn({ cause }, "the pages of the database could not be read");
    }
  };
  return {
    get state() {
      return state;
    },
    start: async () => {
      if (isStopped || check !== undefined) return;
      check = storage.checkPages();
      if (check !== undefined) await read(check);
    },
    assertWhole: () => {
      if (state !== "damaged") return;
      throw new SignalboxError(
        "dependency_unavailable",
        "Pages of the database are damaged; `signalbox doctor` says which. Stop the service, keep a copy of the files, and restore the last backup.",
      );
    },
    stop: async () => {
      isStopped = true;
      await check?.stop();
    },
  };
}
