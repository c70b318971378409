import { useLocation, useSearch } from "wouter";

/**
 * The open tab stands in the address (`?tab=`), so that a reload and a link keep it; the first tab needs no word.
 * @param tabs at least one
 */
export function useTab<T extends string>(
  tabs: readonly [{ readonly id: T }, ...(readonly { readonly id: T }[])],
): readonly [current: T, open: (id: T) => void] {
  const named = new URLSearchParams(useSearch()).get("tab");
  const [path, navigate] = useLocation();
  const current = tabs.find(({ id }) => id === named)?.id ?? tabs[0].id;
  const open = (id: T): void => navigate(id === tabs[0].id ? path : `${path}?tab=${id}`, { replace: true });
  return [current, open];
}
