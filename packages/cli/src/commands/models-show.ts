// The belief about one model: its ability by skill and mode, what that rests on, how sure it is, its window and prices.
import { readArtefactFiles } from "@signalbox/catalog";
import { SignalboxError } from "@signalbox/contracts";
import type { ModelFacts } from "@signalbox/contracts";
import { loadRoutingModel } from "@signalbox/engine";
import type { RoutingModel } from "@signalbox/engine";
import { abilityInputOf, answerModes, groundWords, weighBelief } from "@signalbox/engine/internals";
import { configuredArtefactDir, loadConfiguredCatalog } from "@signalbox/server";

import { JSON_OPTION, type Command } from "../command.ts";
import { alignColumns } from "../output/text.ts";

interface SkillStanding {
  readonly skill: string;
  readonly ability: number;
  readonly doubt: number;
}

interface ModeStanding {
  readonly mode: string;
  /** Whether a call that states no mode gets this one. */
  readonly is_default: boolean;
  readonly skills: readonly SkillStanding[];
}

interface ModelStanding {
  readonly id: string;
  readonly rests_on: string;
  readonly modes: readonly ModeStanding[];
}

const round = (value: number): number => Math.round(100 * value) / 100;

function standingOf(model: RoutingModel, facts: ModelFacts): ModelStanding {
  const { abilities } = model;
  if (abilities === undefined)
    throw new SignalboxError(
      "invalid_artefact",
      `The artefact ${model.version} has no fitted abilities. Add them: npm run lab -- train --only abilities --out DIR.`,
    );
  const { skills } = abilities;
  const { plain, modes } = answerModes(facts);
  const placed = (mode: string) => model.abilityOf({ ...abilityInputOf(facts, {}), mode }).placed;
  const standings = modes.map((mode): ModeStanding => ({
    mode,
    is_default: mode === plain,
    skills: skills.map((skill, column) => {
      const weights = new Float64Array(skills.length);
      weights[column] = 1;
      const { mean, variance } = weighBelief(placed(mode).belief, weights);
      return { skill, ability: round(mean), doubt: round(Math.sqrt(variance)) };
    }),
  }));
  return { id: facts.id, rests_on: groundWords(placed(plain).ground), modes: standings };
}

function renderPrices({ prices, contextTokens, releasedOn }: ModelFacts): string {
  const usd = (value: number | undefined): string => (value === undefined ? "unknown" : `$${value}`);
  const window = contextTokens === undefined ? "unknown" : `${contextTokens} tokens`;
  return (
    `Prices per million tokens: input ${usd(prices?.inputUsdPerMTok)}, output ${usd(prices?.outputUsdPerMTok)}` +
    `${prices === undefined ? "" : ` (${prices.source})`}. Window: ${window}. Released: ${releasedOn ?? "unknown"}.\n`
  );
}

/** A model with one way to answer has nothing to be the default of. */
function headerOf({ mode, is_default: isDefault }: ModeStanding): string {
  if (mode === "default") return "ability";
  return isDefault ? `${mode} (default)` : mode;
}

function render(standing: ModelStanding, facts: ModelFacts): string {
  const header = ["skill", ...standing.modes.map(headerOf)];
  const first = standing.modes[0]?.skills ?? [];
  const cellOf = ({ skills }: ModeStanding, row: number): string => {
    const { ability = 0, doubt = 0 } = skills[row] ?? {};
    return `${ability.toFixed(2)} ± ${doubt.toFixed(2)}`;
  };
  const rows = first.map(({ skill }, row) => [skill].concat(standing.modes.map((mode) => cellOf(mode, row))));
  return [
    `${facts.id}. Ability: ${standing.rests_on}.\n\n`,
    alignColumns([header, ...rows], { right: header.slice(1).map((_, column) => column + 1) }),
    "\n0 is the middle of the models on public boards, 1 one standard deviation above it.\n",
    renderPrices(facts),
  ].join("");
}

/** The ids that hold every word, in the order of the alphabet. */
const namesWith = (models: readonly ModelFacts[], words: readonly string[]): readonly string[] =>
  models
    .map(({ id }) => id)
    .filter((id) => words.every((word) => id.includes(word.toLowerCase())))
    .toSorted();

export const modelsShow: Command = {
  name: "models show",
  usage: "models show [MODEL] [--json]",
  summary: "Show the estimated ability of a model by skill and mode, with its sources.",
  details: [
    "MODEL is any spelling that a request may use. Other words list the models whose names contain them all.",
    "To add scores, use the file of `model.catalogFile` (docs/models.md) or a candidate's `benchmarks` or `quality`.",
  ],
  options: { json: JSON_OPTION },
  takesConfiguration: true,
  examples: ["signalbox models show openai/gpt-6.2-sol", "signalbox models show claude-opus-4.8 --json"],
  run: async (invocation) => {
    const words = invocation.positionals;
    const config = invocation.config();
    const catalog = await loadConfiguredCatalog(config);
    const [spelling] = words;
    const facts =
      spelling === undefined || words.length > 1 ? undefined : catalog.resolve({ model: spelling });
    if (facts === undefined) {
      const found = namesWith(catalog.list(), words);
      if (found.length === 0)
        throw new SignalboxError(
          "bad_request",
          `The catalogue knows no model "${words.join(" ")}". It can be added in the file of model.catalogFile.`,
        );
      invocation.console.out(
        invocation.isOn("json") ? `${JSON.stringify(found, null, 2)}\n` : `${found.join("\n")}\n`,
      );
      return 0;
    }
    const model = loadRoutingModel(await readArtefactFiles(configuredArtefactDir(config)));
    const standing = standingOf(model, facts);
    invocation.console.out(
      invocation.isOn("json") ? `${JSON.stringify(standing, null, 2)}\n` : render(standing, facts),
    );
    return 0;
  },
};
