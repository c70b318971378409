// The first part of the published page: what a user gets, protocol by protocol.
import type { EvaluationResult } from "../../protocols/evaluate.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import { renderCalibration } from "./render-calibration.ts";
import { renderCustom } from "./render-custom.ts";
import { renderJudged } from "./render-judged.ts";
import { renderServed } from "./render-served.ts";
import type { OldAndNew } from "./render-served.ts";
import { renderTasks } from "./render-tasks.ts";

interface ProductPart {
  readonly results: readonly EvaluationResult[];
  /** Earlier runs of the same protocols, shown in columns of their own. */
  readonly before?: readonly EvaluationResult[] | undefined;
  readonly command: string;
  /** When it was measured. */
  readonly date: string;
}

const RENDERERS: Readonly<Record<string, (runs: OldAndNew) => readonly string[]>> = {
  served: renderServed,
  custom: renderCustom,
  tasks: renderTasks,
  judged: renderJudged,
  calibration: renderCalibration,
};

export function isProductProtocol(name: string): boolean {
  return PROTOCOLS.some((protocol) => protocol.name === name && protocol.judgesProduct === true);
}

/** One protocol's section, with the artefact it was measured on where the rest of the part is older. */
export function renderSection(
  result: EvaluationResult,
  before: readonly EvaluationResult[],
  date: string,
): readonly string[] {
  const earlier = before.find(({ protocol }) => protocol === result.protocol);
  const [heading = "", ...rest] = RENDERERS[result.protocol]?.({ result, before: earlier }) ?? [];
  return [heading, `Measured on ${date}; ${result.machine}; ${result.artefacts.join(", ")}.`, ...rest];
}

/** Empty without a result of a product protocol. */
export function renderProduct({ results, before = [], command, date }: ProductPart): readonly string[] {
  const own = results.filter(({ protocol }) => isProductProtocol(protocol));
  const [first] = own;
  if (first === undefined) return [];
  const parts = own.flatMap(
    (result) =>
      RENDERERS[result.protocol]?.({
        result,
        before: before.find(({ protocol }) => protocol === result.protocol),
      }) ?? [],
  );
  return [
    "## The product",
    `What a user gets, out of the box. Command: \`${command}\`; ${date}; ${first.machine}; ${first.artefacts.join(", ")}; data fingerprint \`${first.dataFingerprint.slice(0, 16)}\`.`,
    ...parts,
  ];
}
