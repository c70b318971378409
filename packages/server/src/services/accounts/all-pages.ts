import type { Page } from "@signalbox/storage";

const PAGE_ROWS = 200;

interface PageRequest {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Every item of a paged list, one page in memory at a time. */
export async function* allPages<T>(read: (page: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await read({ cursor, limit: PAGE_ROWS });
    yield* page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
