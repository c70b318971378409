import type { ComponentChildren } from "preact";

import { Badge } from "../../components/badge.tsx";

const TONES = { error: "stop", warning: "caution", note: "info" } as const;

interface Check {
  readonly level: keyof typeof TONES;
  readonly message: string;
  readonly fix?: string;
  readonly line?: number | null;
  readonly column?: string | null;
}

const SHOWN_MAX = 50;
const isTold = (place: string | number | null | undefined): boolean => place !== null && place !== undefined;

export function CheckList(props: { readonly checks: readonly Check[] }): ComponentChildren {
  if (props.checks.length === 0) return null;
  const more = props.checks.length - SHOWN_MAX;
  return (
    <ul className="list stack" aria-label="Checks of the file">
      {props.checks.slice(0, SHOWN_MAX).map((check) => (
        <li key={`${check.line ?? ""}${check.column ?? ""}${check.message}`}>
          <Badge tone={TONES[check.level]}>{check.level}</Badge>{" "}
          {isTold(check.line) ? `Line ${check.line}: ` : ""}
          {isTold(check.column) ? `${check.column}: ` : ""}
          {check.message} <span className="soft">{check.fix}</span>
        </li>
      ))}
      {more > 0 ? <li className="soft">and {more} more</li> : null}
    </ul>
  );
}
