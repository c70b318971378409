// Listeners of this process. One that throws must not keep the others from dropping their caches.
import type { Invalidation } from "../interface/storage-options.ts";

export type InvalidationListener = (event: Invalidation) => void;

export interface InvalidationEmitter {
  readonly on: (listener: InvalidationListener) => () => void;
  readonly emit: (events: readonly Invalidation[]) => void;
}

export function createEmitter(onFault: (error: unknown) => void): InvalidationEmitter {
  const listeners = new Set<InvalidationListener>();
  const tell = (listener: InvalidationListener, event: Invalidation): void => {
    try {
      listener(event);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    on: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit: (events) => {
      for (const event of events) for (const listener of listeners) tell(listener, event);
    },
  };
}
