// Who failed lately. An upstream that cannot be reached is passed over as a whole; one that is busy or broken, with the models
// of one vendor alone, since an aggregator serves many; a limit, and a model that is not there, concern that model.

export interface Provider {
  readonly upstream: string;
  readonly vendor: string;
  readonly model: string;
  /** Whose key the call carries; undefined where the gateway has its own, whose limits all callers share. */
  readonly caller: string | undefined;
}

export type PauseScope = "upstream" | "vendor" | "model";

export interface Pauses {
  isPaused(provider: Provider): boolean;
  /** @param ms default the usual time */
  pause(provider: Provider, scope: PauseScope, ms?: number): void;
  /** Names, and the seconds that are left. */
  list(): readonly { readonly provider: string; readonly seconds: number }[];
}

const PAUSES_MAX = 5_000;

const nameOf = ({ upstream, vendor, model }: Provider, scope: PauseScope): string =>
  scope === "upstream" ? upstream : `${upstream} (${scope === "vendor" ? vendor : model})`;

/** An upstream that is gone is gone for all. */
const keyOf = (provider: Provider, scope: PauseScope): string =>
  [nameOf(provider, scope), scope, scope === "upstream" ? "" : (provider.caller ?? "")].join("\n");

export function createPauses(pauseMs: number, nowMs: () => number): Pauses {
  const until = new Map<string, { readonly name: string; readonly atMs: number }>();
  const left = (key: string): number => (until.get(key)?.atMs ?? 0) - nowMs();
  const forget = (): void => {
    for (const key of until.keys()) if (left(key) <= 0 || until.size >= PAUSES_MAX) until.delete(key);
  };
  return {
    isPaused: (provider) =>
      (["upstream", "vendor", "model"] as const).some((scope) => left(keyOf(provider, scope)) > 0),
    pause: (provider, scope, ms = pauseMs) => {
      if (until.size >= PAUSES_MAX) forget();
      until.set(keyOf(provider, scope), { name: nameOf(provider, scope), atMs: nowMs() + ms });
    },
    list: () =>
      [...until]
        .filter(([key]) => left(key) > 0)
        .map(([key, { name }]) => ({ provider: name, seconds: Math.ceil(left(key) / 1000) })),
  };
}
