// One change at a time: the guard is a ref, because a second press can come before React has drawn the first.
import { useCallback, useRef, useState } from "react";

export interface Action<A extends readonly unknown[]> {
  readonly run: (...args: A) => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly clear: () => void;
}

interface Options<R> {
  readonly onDone?: ((result: R) => void) | undefined;
}

export function useAction<A extends readonly unknown[], R>(
  act: (...args: A) => Promise<R>,
  options: Options<R> = {},
): Action<A> {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined });
  const isRunning = useRef(false);
  const run = (...args: A): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isBusy: true, error: undefined });
    act(...args).then(
      (result) => {
        isRunning.current = false;
        setState({ isBusy: false, error: undefined });
        options.onDone?.(result);
      },
      (error: unknown) => {
        isRunning.current = false;
        setState({ isBusy: false, error });
      },
    );
  };
  const clear = useCallback(() => setState({ isBusy: false, error: undefined }), []);
  return { run, ...state, clear };
}
