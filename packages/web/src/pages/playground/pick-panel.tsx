import type { PlaygroundResult } from "@signalbox/sdk";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

import { CostQualityPlot } from "../../charts/cost-quality-plot.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Semaphore } from "../../components/semaphore.tsx";
import { percent, seconds, usd, words } from "../../lib/format.ts";
import { Badge } from "../../components/badge.tsx";
import type { Tone } from "../../components/badge.tsx";
import { understoodChips } from "./understood.ts";

export function PickPanel({ result }: { readonly result: PlaygroundResult }): ComponentChildren {
  const [unit, setUnit] = useState<"usd" | "seconds">("usd");
  const { explanation } = result;
  const picked = explanation.ranking.find((one) => one.label === result.llm_label);
  const points = explanation.ranking.map((one) => ({ ...one, cost: unit === "usd" ? one.usd : one.seconds }));
  const { field, difficulty, familiarity } = explanation.conversation;
  return (
    <div className="panel">
      <div className="pick" role="status" aria-live="polite">
        <Semaphore state={explanation.degraded ? "caution" : "clear"} />
        <div>
          <div className="pick-label" dir="auto" data-testid="pick">
            {result.llm_label}
          </div>
          <span className="soft">
            {percent(picked?.success)} ± {Math.round((picked?.spread ?? 0) * 100)} for {usd(picked?.usd)} in{" "}
            {seconds(picked?.seconds)}
          </span>
        </div>
      </div>
      <div className="panel-body">
        <UnderstoodChips result={result} />
        <p>{explanation.summary}</p>
        {explanation.degraded ? (
          <div className="banner" data-tone="caution">
            <strong>Degraded.</strong> {explanation.degraded_reasons.join(" ")}
          </div>
        ) : null}
        <p className="small faint">
          {words(field)}, difficulty {percent(difficulty)}, familiarity {percent(familiarity)}, decided in{" "}
          {seconds(result.decide_us / 1e6)}
        </p>
      </div>
      <CostQualityPlot
        title={unit === "usd" ? "Cost and quality" : "Latency and quality"}
        fileName="playground"
        points={points}
        pickedLabel={result.llm_label}
        unit={unit}
        isBare
      />
      <div className="table-foot">
        <Segmented
          label="Along the bottom"
          isLabelHidden
          value={unit}
          options={[
            { value: "usd", label: "Dollars" },
            { value: "seconds", label: "Seconds" },
          ]}
          onChange={setUnit}
        />
      </div>
    </div>
  );
}

/** The reading of the request, a chip each; a guess is marked as one. */
function UnderstoodChips({ result }: { readonly result: PlaygroundResult }): ComponentChildren {
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
