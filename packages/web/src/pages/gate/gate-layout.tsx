// The page around every way in: the livery with the track diagram on one side, the form on the other.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Mark } from "../../components/mark.tsx";

const ROADS = [
  "M0 60 H120 L170 110 H420",
  "M0 110 H420",
  "M0 160 H150 L200 110",
  "M170 110 L220 60 H420",
  "M230 110 L280 160 H420",
] as const;

/** A signaller's panel: five roads, one of them set. Decoration only. */
function TrackDiagram(): ComponentChildren {
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

export function GateLayout(props: {
  readonly title: string;
  readonly children: ComponentChildren;
}): ComponentChildren {
  useEffect(() => {
    document.title = `${props.title} · Signalbox`;
  }, [props.title]);
  return (
    <div className="gate">
      <header className="gate-livery">
        <div className="rail-brand gate-brand">
          <Mark />
          Signalbox
        </div>
        <TrackDiagram />
        <div>
          <h2>Every conversation on the right track.</h2>
          <p>Which model was picked, why, its cost, and its cost elsewhere.</p>
        </div>
      </header>
      <main className="gate-form">
        <div className="stack-4">
          <h1>{props.title}</h1>
          {props.children}
        </div>
      </main>
    </div>
  );
}

/** Members of the ways in whose faults stand beside their fields. */
export const GATE_FIELDS = "email password code";
