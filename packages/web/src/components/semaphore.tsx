// The emblem of the house: an arm that is raised when the road is set and level when it is not.
import type { ComponentChildren } from "preact";

interface Props {
  readonly state: "clear" | "caution" | "stop";
  readonly label?: string;
}

const ANGLES = { clear: -42, caution: -18, stop: 0 } as const;

export function Semaphore(props: Props): ComponentChildren {
  const spoken =
    props.label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": props.label };
  return (
    <svg viewBox="0 0 48 48" {...spoken}>
      <path d="M6 44h28" stroke="var(--line-strong)" stroke-width="3" />
      <rect x="12" y="6" width="4" height="38" fill="var(--ink-soft)" />
      <g className="moves" transform={`rotate(${ANGLES[props.state]} 14 14)`}>
        <rect x="9" y="9" width="34" height="10" fill={props.state === "caution" ? "#e3a81b" : "#d8402f"} />
        <rect x="33" y="9" width="4" height="10" fill="#fff8e8" />
      </g>
      <circle cx="14" cy="14" r="4.5" fill={props.state === "clear" ? "var(--clear)" : "var(--lamp)"} />
    </svg>
  );
}
