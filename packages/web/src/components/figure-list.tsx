// Numbers for a quick look: name, number, hint, and a link to the decisions.
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { signedPercent, signedPoints } from "../lib/format.ts";

export interface Figure {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly hint?: string;
  /** Its value in the span before; null where that is unknown. */
  readonly now?: number | null;
  readonly before?: number | null | undefined;
  /** Shares differ in points; everything else in percent of what it was. */
  readonly isShare?: boolean;
  /** The decisions behind it, or after "#" the chart that leads to them. */
  readonly href?: string;
}

/** "+12 % on the period before", "none before"; empty while nothing is compared. */
export function changeWords({ now, before, isShare }: Figure): string {
  if (now === undefined || before === undefined) return "";
  if (now === null || before === null) return "unknown before";
  if (isShare === true) return `${signedPoints(now - before)} on the period before`;
  if (before === 0) return now === 0 ? "none before either" : "none before";
  return `${signedPercent(now / before - 1)} on the period before`;
}

/** A name that links to its details: those further down on the page are reached without leaving it. */
function FigureName({ name, href }: Figure): ComponentChildren {
  if (href === undefined) return name;
  return href.startsWith("#") ? <a href={href}>{name}</a> : <Link href={href}>{name}</Link>;
}

/** No line ends between a number and its per cent sign. */
const whole = (text: string): string => text.replaceAll(" %", "\u00a0%");

export function FigureList({ figures }: { readonly figures: readonly Figure[] }): ComponentChildren {
  return (
    <dl className="figures">
      {figures.map((figure) => (
        <div key={figure.name} className="figure">
          <dt className="plate">
            <FigureName {...figure} />
          </dt>
          <dd>
            {figure.value}
            {figure.hint === undefined ? null : <div className="hint">{whole(figure.hint)}</div>}
            {changeWords(figure) === "" ? null : <div className="hint">{changeWords(figure)}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Names and values of one thing, a line each. */
export const FactList = ({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}): ComponentChildren => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
