import type { ComponentChildren } from "preact";

import { diffLines } from "../lib/diff.ts";

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

export function DiffView(props: { readonly before: string; readonly after: string }): ComponentChildren {
  const lines = diffLines(props.before, props.after);
  if (lines.every(({ change }) => change === "same")) return <p className="soft">No difference.</p>;
  return (
    <div className="diff" role="region" aria-label="Differences" tabIndex={0}>
      {lines.map((line, index) => (
        <div key={index} data-change={line.change}>
          {SIGNS[line.change]} {line.text}
        </div>
      ))}
    </div>
  );
}
