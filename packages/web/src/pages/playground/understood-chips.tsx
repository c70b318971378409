import type { PlaygroundResult } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { Badge } from "../../components/badge.tsx";
import type { Tone } from "../../components/badge.tsx";
import { understoodChips } from "./understood.ts";

/** The reading of the request, a chip each; a guess is marked as one. */
export function UnderstoodChips({ result }: { readonly result: PlaygroundResult }): ReactNode {
  const chips = understoodChips(result.explanation.conversation);
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label="What was understood" data-testid="understood">
      {chips.map(({ name, value, isGuess }) => {
        const tone: Tone = isGuess ? "caution" : "info";
        return (
          <li key={name} title={isGuess ? `${name}: a guess` : name}>
            <Badge tone={tone}>
              {value}
              {isGuess ? "?" : ""}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
