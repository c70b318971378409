// Who failed lately. An upstream that cannot be reached is passed over as a whole; one that is busy or broken, with the models
// of one vendor alone, since an aggregator serves many.

export interface Provider {
  readonly upstream: string;
  /** Undefined for the whole upstream. */
  readonly vendor: string | undefined;
}

export interface Pauses {
  isPaused(provider: Provider): boolean;
  pause(provider: Provider): void;
  /** Names, and the seconds that are left. */
  list(): readonly { readonly provider: string; readonly seconds: number }[];
}

const keyOf = ({ upstream, vendor }: Provider): string =>
  vendor === undefined ? upstream : `${upstream} (${vendor})`;

export function createPauses(pauseMs: number, nowMs: () => number): Pauses {
  const until = new Map<string, number>();
  const left = (key: string): number => (until.get(key) ?? 0) - nowMs();
  return {
    isPaused: (provider) => left(keyOf(provider)) > 0 || left(provider.upstream) > 0,
    pause: (provider) => void until.set(keyOf(provider), nowMs() + pauseMs),
    list: () =>
      [...until.keys()]
        .filter((key) => left(key) > 0)
        .map((key) => ({ provider: key, seconds: Math.ceil(left(key) / 1000) })),
  };
}
