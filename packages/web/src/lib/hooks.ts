// Small hooks: a value from outside, one that settles, the time, the tab that the address names.
import { useEffect, useState } from "preact/hooks";
import { useLocation, useSearch } from "wouter-preact";

/** A value outside of the components; `subscribe` and `read` stay the same. */
export function useFollowed<T>(subscribe: (listener: () => void) => () => unknown, read: () => T): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const follow = (): void => setValue(read);
    // It may have changed between the drawing and now.
    follow();
    const stop = subscribe(follow);
    return () => void stop();
  }, []);
  return value;
}

/** The value once it has rested for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

/** The time, renewed every `periodMs`. */
export function useNow(periodMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), periodMs);
    return () => clearInterval(timer);
  }, [periodMs]);
  return nowMs;
}

/**
 * The open tab is in the address (`?tab=`), so that a reload and a link keep it; the first tab needs no word.
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
