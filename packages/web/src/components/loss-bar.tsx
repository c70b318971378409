// The loss of each candidate, as one bar a candidate: the parts are the terms by which the service ranked, the shortest is the pick.
import type { RankedCandidate } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { barOf, pointsText, TERMS, type Loss } from "../lib/loss.ts";

export function LossBar({
  loss,
  longest,
}: {
  readonly loss: Loss;
  readonly longest: number;
}): ComponentChildren {
  const { losses, credits, total } = barOf(loss);
  const share = (points: number): string => `${(100 * points) / longest}%`;
  const credited = credits.reduce((sum, { points }) => sum - points, 0);
  const words = [...losses, ...credits].map(({ name, points }) => `${name} ${pointsText(points)}`);
  return (
    <span className="loss-bar" role="img" aria-label={`Loses ${pointsText(total)}: ${words.join(", ")}`}>
      {losses.map(({ term, name, points }) => (
        <span
          key={term}
          className={`loss-part loss-${term}`}
          style={{ inlineSize: share(points) }}
          title={`${name}: ${pointsText(points)}`}
        />
      ))}
      {credited === 0 ? null : (
        <span
          className="loss-credit"
          style={{ inlineSize: share(credited), marginInlineStart: `-${share(credited)}` }}
          title={credits.map(({ name, points }) => `${name}: ${pointsText(points)} credited`).join(", ")}
        />
      )}
    </span>
  );
}

/** The meaning of the colours, for the terms that any candidate has. */
export function LossLegend({ ranking }: { readonly ranking: readonly RankedCandidate[] }): ComponentChildren {
  const used = TERMS.filter(({ term }) => ranking.some(({ loss }) => loss !== undefined && loss[term] > 0));
  const isCredited = ranking.some(({ loss }) => loss !== undefined && barOf(loss).credits.length > 0);
  return (
    <ul className="legend loss-legend" aria-label="What a candidate loses, in points">
      {used.map(({ term, name }) => (
        <li key={term}>
          <span className={`loss-key loss-${term}`} aria-hidden="true" />
          {name}
        </li>
      ))}
      {isCredited ? (
        <li>
          <span className="loss-key loss-credit" aria-hidden="true" />
          credited
        </li>
      ) : null}
    </ul>
  );
}
