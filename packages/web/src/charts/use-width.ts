import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

/** Width of an element in CSS pixels, followed as it changes; `initialPx` until it is known. */
export function useWidth(initialPx: number): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(initialPx);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const nextPx = Math.round(entry?.contentRect.width ?? 0);
      if (nextPx > 0) setWidthPx(nextPx);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, widthPx];
}
