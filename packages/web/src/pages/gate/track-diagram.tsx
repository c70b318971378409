import type { ReactNode } from "react";

const ROADS = [
  "M0 60 H120 L170 110 H420",
  "M0 110 H420",
  "M0 160 H150 L200 110",
  "M170 110 L220 60 H420",
  "M230 110 L280 160 H420",
] as const;

/** A signaller's panel: five roads, one of them set. Decoration only. */
export function TrackDiagram(): ReactNode {
  return (
    <svg className="diagram" viewBox="0 0 420 220" aria-hidden="true">
      {ROADS.map((road) => (
        <path key={road} d={road} className="diagram-road" />
      ))}
      <path d="M0 110 H170 L220 60 H420" className="diagram-set" />
      {[60, 110, 160].map((y) => (
        <g key={y} transform={`translate(340 ${y - 12})`}>
          <circle r="5" className={y === 60 ? "diagram-clear" : "diagram-stop"} />
        </g>
      ))}
    </svg>
  );
}
