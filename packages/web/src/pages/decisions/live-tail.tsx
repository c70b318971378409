// The live tail: a stream of new decisions. It is called live only while something is heard from the service; when the line
// breaks or falls silent it says so and tries again, ever more slowly.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { signalbox } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";

type State = "off" | "opening" | "on" | "broken";

/** The service says something every two seconds. */
const SILENCE_MS_MAX = 5000;
const RETRY_MS = [1000, 2000, 5000, 15_000] as const;

export function LiveTail(props: { readonly onDecision: () => void }): ComponentChildren {
  const [isWanted, setIsWanted] = useState(false);
  const [state, setState] = useState<State>("off");
  const [seen, setSeen] = useState(0);
  const tell = useRef(props.onDecision);
  useEffect(() => {
    tell.current = props.onDecision;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const controller = new AbortController();
    setState("opening");
    const note = (): void => {
      setSeen((count) => count + 1);
      tell.current();
    };
    void follow(controller.signal, note, setState);
    return () => {
      controller.abort();
      setState("off");
    };
  }, [isWanted]);
  const words = {
    off: "Live",
    opening: "Live: connecting",
    on: `Live, ${seen} new`,
    broken: "Live: reconnecting",
  };
  return (
    <Button isPressed={isWanted} onClick={() => setIsWanted(!isWanted)}>
      <span className="live" data-state={state}>
        {words[state]}
      </span>
    </Button>
  );
}

async function follow(signal: AbortSignal, note: () => void, tell: (state: State) => void): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const line = new AbortController();
    const watch = watchSilence(() => line.abort(new Error("nothing was heard")));
    try {
      const onHeard = (): void => {
        failures = 0;
        watch.heard();
        tell("on");
      };
      const both = AbortSignal.any([signal, line.signal]);
      for await (const _decision of signalbox.decisions.stream({ signal: both, onHeard })) note();
      // The service ends streams when it stops: that is not an error, but nothing is live any more.
      tell("broken");
    } catch (error) {
      if (signal.aborted) return;
      reportBroken(error, tell);
    } finally {
      watch.stop();
    }
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 1000, signal);
  }
}

/** Calls back when nothing was heard for too long; begins with the first word. */
function watchSilence(onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const heard = (): void => {
    stop();
    timer = setTimeout(onSilence, SILENCE_MS_MAX);
  };
  return { heard, stop };
}

function reportBroken(error: unknown, tell: (state: State) => void): void {
  tell("broken");
  console.warn("signalbox: the live tail broke and is being opened again", error);
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
