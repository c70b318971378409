import { useState } from "preact/hooks";
import type { TargetedPointerEvent } from "preact";

interface Scale {
  /** The place where the first step begins. */
  readonly leftPx: number;
  readonly stepPx: number;
  readonly count: number;
  readonly onSelect: ((first: number, last: number) => void) | undefined;
}

type Move = (event: TargetedPointerEvent<SVGSVGElement>) => void;

/** The step under the pointer, the one where a press began, and the span that is selected when it ends. */
export function useBrush({ leftPx, stepPx, count, onSelect }: Scale) {
  const [hovered, setHovered] = useState<number>();
  const [pressed, setPressed] = useState<number>();
  const indexAt = (event: TargetedPointerEvent<SVGSVGElement>): number | undefined => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.floor((left - leftPx) / stepPx);
    return index >= 0 && index < count ? index : undefined;
  };
  const onPointerMove: Move = (event) => setHovered(indexAt(event));
  const onPointerDown: Move = (event) => setPressed(indexAt(event));
  const onPointerUp: Move = (event) => {
    const index = indexAt(event);
    setPressed(undefined);
    if (pressed === undefined || index === undefined) return;
    onSelect?.(Math.min(pressed, index), Math.max(pressed, index));
  };
  const onPointerLeave: Move = () => {
    setHovered(undefined);
    setPressed(undefined);
  };
  return { hovered, pressed, handlers: { onPointerMove, onPointerDown, onPointerUp, onPointerLeave } };
}
