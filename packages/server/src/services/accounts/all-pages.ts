import type { Page } from "@signalbox/storage";

const PAGE_ROWS = 200;

interface PageRequest {
  readonly cursor: string | undefined;
  readonly limit: number;
}

type ReadPage<T> = (page: PageRequest) => Promise<Page<T>>;

/** Every item of a paged list, one page in memory at a time. */
export async function* allPages<T>(read: ReadPage<T>): AsyncGenerator<T> {
  for await (const items of eachPage(read)) yield* items;
}

/** The same by page, for what is looked up for many items together. */
export async function* eachPage<T>(read: ReadPage<T>): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: PAGE_ROWS });
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
