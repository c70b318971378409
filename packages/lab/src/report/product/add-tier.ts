// The transformer tier beside the static one: its rows stand under those of the shipped artefact, in every table.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import type { MethodResult, SectionResult } from "../../protocols/index.ts";

/** Ends the name of a method that ran on the transformer tier. */
export const TIER_SUFFIX = "+transformer";

/** Under any objective. */
const isProduct = ({ name }: MethodResult): boolean => name.startsWith("signalbox");

function ofTier({ name, title, ...rest }: MethodResult): MethodResult {
  // What it leads by was measured against its own quality objective, which these tables do not show.
  return { ...rest, name: `${name}${TIER_SUFFIX}`, title: `${title}, transformer tier`, lead: {} };
}

function addToSection(section: SectionResult, tier: SectionResult | undefined): SectionResult {
  const added = tier?.methods.filter(isProduct).map(ofTier) ?? [];
  const last = section.methods.findLastIndex(isProduct);
  return { ...section, methods: section.methods.toSpliced(last + 1, 0, ...added) };
}

/** @param tier the same protocol on the same prompts; undefined leaves the result as it is */
export function addTier(result: EvaluationResult, tier: EvaluationResult | undefined): EvaluationResult {
  if (tier === undefined) return result;
  const sections = result.sections.map((section) =>
    addToSection(
      section,
      tier.sections.find(({ name }) => name === section.name),
    ),
  );
  return { ...result, artefacts: [...result.artefacts, ...tier.artefacts], sections };
}
