// What another roster would do, in figures and words.
import type { Advice } from "@signalbox/contracts";

import { changeWords, missingWords } from "./advice-words.ts";
import { countShares, kindOf } from "./describe-mix.ts";
import { restsOn } from "./describe-models.ts";
import type { Served } from "./judge-effect.ts";
import { NOBODY } from "./roster-trial.ts";
import type { Variant } from "./roster-variants.ts";

const KINDS_NAMED = 2;

const labelOf = ({ trials, picks }: Served, request: number): string =>
  trials[request]?.cells[picks[request] ?? NOBODY]?.estimated.label ?? "";

export function describeMissing(
  before: Served,
  position: number,
  { served, meter }: Variant,
): Advice["missing"][number] {
  const taken = served.picks.flatMap((pick, request) => (pick === position ? [request] : []));
  const estimated = served.trials[0]?.cells[position]?.estimated;
  const kinds = countShares(
    taken.flatMap((request) => {
      const encoding = before.trials[request]?.outlook.encoding;
      return encoding === undefined ? [] : [kindOf(encoding)];
    }),
  );
  const share = taken.length / Math.max(1, served.picks.length);
  const effect = meter.read();
  const named = kinds.slice(0, KINDS_NAMED);
  return {
    model: estimated?.label ?? "",
    rests_on: estimated === undefined ? "" : restsOn(estimated),
    pick_share: share,
    ...effect,
    reason: missingWords(share, named, effect),
  };
}

export function describeChange(before: Served, { served, meter }: Variant): NonNullable<Advice["change"]> {
  const requests = before.picks.map((_, request) => request);
  const shareOf = (side: Served) =>
    new Map(
      countShares(requests.map((request) => labelOf(side, request))).map((each) => [each.label, each.share]),
    );
  const [was, becomes] = [shareOf(before), shareOf(served)];
  const labels = [...new Set([...was.keys(), ...becomes.keys()])].filter((label) => label !== "");
  const moved = requests.filter((request) => labelOf(before, request) !== labelOf(served, request));
  const share = moved.length / Math.max(1, requests.length);
  const effect = meter.read();
  return {
    changed_share: share,
    ...effect,
    picks: labels.map((label) => ({ label, before: was.get(label) ?? 0, after: becomes.get(label) ?? 0 })),
    reason: changeWords(share, effect),
  };
}
