// Lists that are read page by page: the rows so far, and how to get more.
import { useInfiniteQuery } from "@tanstack/preact-query";

interface Page<T> {
  readonly data: T[];
  readonly next_cursor: string | null;
}

export interface PagedList<T> {
  readonly rows: readonly T[];
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** @param againAfter milliseconds until the list is read again; false = not before it is asked for. By default never. */
export function usePages<T>(
  key: readonly unknown[],
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
  againAfter: (rows: readonly T[]) => number | false = () => false,
): PagedList<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) => againAfter(state.data?.pages.flatMap((page) => page.data) ?? []),
  });
  return {
    rows: query.data?.pages.flatMap((page) => page.data) ?? [],
    isLoading: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
