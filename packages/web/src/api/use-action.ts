// One change at a time: the guard is a ref, because a second press can come before the first has been drawn.
// A 401 may mean that the session ended meanwhile: who is signed in is asked again, and the sign-in page comes up if nobody.
import { SignalboxApiError } from "@signalbox/sdk";
import { useQueryClient } from "@tanstack/preact-query";
import { useCallback, useRef, useState } from "preact/hooks";

import { ME_KEY } from "./queries/lists.ts";

export interface Action<A extends readonly unknown[]> {
  readonly run: (...args: A) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly clear: () => void;
}

interface Options<R> {
  readonly onDone?: ((result: R) => void) | undefined;
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Keys of the queries that are read again once it is done. */
  readonly stale?: readonly (readonly unknown[])[];
}

export function useAction<A extends readonly unknown[], R>(
  act: (...args: A) => Promise<R>,
  options: Options<R> = {},
): Action<A> {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({
    isBusy: false,
    error: undefined,
  });
  const isRunning = useRef(false);
  const client = useQueryClient();
  const runOnce = async (args: A): Promise<void> => {
    setState({ isBusy: true, error: undefined });
    try {
      const result = await act(...args);
      setState({ isBusy: false, error: undefined });
      options.onDone?.(result);
      for (const queryKey of options.stale ?? []) void client.invalidateQueries({ queryKey });
    } catch (error) {
      setState({ isBusy: false, error });
      options.onFault?.(error);
      if (error instanceof SignalboxApiError && error.status === 401)
        await client.invalidateQueries({ queryKey: ME_KEY });
    } finally {
      isRunning.current = false;
    }
  };
  const run = (...args: A): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    void runOnce(args);
  };
  const clear = useCallback(() => setState({ isBusy: false, error: undefined }), []);
  return { run, ...state, clear };
}
