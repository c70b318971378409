// The page around every way in: the livery with the track diagram on one side, the form on the other.
import { useEffect } from "react";
import type { ReactNode } from "react";

import { Mark } from "../../components/mark.tsx";
import { TrackDiagram } from "./track-diagram.tsx";

export function GateLayout(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
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
          <p>Which model was called, why, what it cost, and what it would have cost elsewhere.</p>
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
