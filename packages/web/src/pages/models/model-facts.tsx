import type { Model } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { Panel } from "../../components/panel.tsx";
import { endWords } from "./model-columns.tsx";
import { count, DASH, decimal, seconds, usd } from "../../lib/format.ts";

const yesNo = (value: boolean | null): string => (value === null ? DASH : value ? "yes" : "no");

const ORIGINS = {
  outcomes: "measured outcomes",
  scores: "public scores",
  lineage: "its predecessor's scores",
  prior: "nothing known",
} as const;

/** "medium (default) 1.47 ± 0.22, high 1.55 ± 0.20", and what 0 and 1 are. */
function modeWords({ modes }: Model): string {
  const words = modes.map(
    ({ mode, is_default: isDefault, ability, doubt }) =>
      `${mode}${isDefault && modes.length > 1 ? " (default)" : ""} ${decimal(ability)} ± ${decimal(doubt)}`,
  );
  if (words.length === 0) return DASH;
  return `${words.join(", ")} (0 is the middle model of public boards, 1 a standard deviation above it)`;
}

export function ModelFacts({ model }: { readonly model: Model }): ComponentChildren {
  const facts: readonly (readonly [string, string])[] = [
    ["Family", model.family ?? DASH],
    ["Released", model.released_on ?? DASH],
    ["Shut down", model.shuts_down_on === null ? "no end announced" : endWords(model.shuts_down_on)],
    ["Successor", model.successor ?? DASH],
    ["Input", `${usd(model.input_usd_per_mtok)} per million tokens`],
    ["Cached input", `${usd(model.cached_input_usd_per_mtok)} per million tokens`],
    ["Output", `${usd(model.output_usd_per_mtok)} per million tokens`],
    ["Price from", model.price_source ?? DASH],
    ["Context", `${count(model.context_tokens)} tokens`],
    ["Longest answer", `${count(model.max_output_tokens)} tokens`],
    ["Speed", `${count(model.output_tokens_per_second)} tokens a second`],
    ["First token after", seconds(model.time_to_first_token_s)],
    ["Reads", model.input_modalities?.join(", ") ?? DASH],
    ["Tools", yesNo(model.supports_tools)],
    ["Structured output", yesNo(model.supports_structured_output)],
    ["Reasons in hidden tokens", yesNo(model.is_reasoning)],
    ["Open weights", yesNo(model.is_open_weights)],
    [
      "Ability from",
      model.ability_rests_on ?? (model.ability_origin === null ? DASH : ORIGINS[model.ability_origin]),
    ],
    ["Ability by mode", modeWords(model)],
    ["Confidence", model.confidence],
    ["Sources", model.sources.join(", ")],
  ];
  return (
    <Panel title="Facts">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
