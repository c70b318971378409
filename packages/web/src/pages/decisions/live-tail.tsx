// The live tail: a stream of new decisions. When the line breaks it says so and tries again, ever more slowly.
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";

import { signalbox } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";

type State = "off" | "on" | "broken";

const RETRY_MS = [1000, 2000, 5000, 15_000] as const;

export function LiveTail(props: { readonly onDecision: () => void }): ReactNode {
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
  const words = { off: "Live", on: `Live, ${seen} new`, broken: "Live: reconnecting" };
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
    try {
      tell("on");
      for await (const _decision of signalbox.decisions.stream({ signal })) {
        failures = 0;
        note();
      }
    } catch (error) {
      if (signal.aborted) return;
      reportBroken(error, tell);
    }
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 1000, signal);
  }
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
