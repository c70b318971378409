// Sums over the judged calls: as it was, as the service would have picked, and one model for everything. Money is summed
// only over calls where every side has a price, so that the sums compare.
import type { JudgedCall, Option } from "./judge-call.ts";
import type { LogFormat, SkipReason } from "./past-call.ts";

const FAULTS_KEPT = 100;

interface LogFault {
  readonly line: number;
  readonly message: string;
}

interface ImportedPolicy {
  /** "as it was", "signalbox", "always the cheapest", "best single model". */
  readonly name: string;
  readonly model: string | null;
  /** Over the priced calls. @unit USD */
  readonly usd: number | null;
  readonly saved_usd: number | null;
  /** Share of what was paid; negative when it would have cost more. */
  readonly saved_share: number | null;
  /** Predicted, over all compared calls. @range 0..1 */
  readonly success_predicted: number | null;
}

export interface ImportReport {
  readonly format: LogFormat | null;
  readonly lines: number;
  readonly calls: number;
  readonly compared: number;
  readonly priced: number;
  readonly paid_from: { readonly log: number; readonly tokens: number; readonly unknown: number };
  readonly skipped: Readonly<Record<string, number>>;
  readonly faults: { readonly count: number; readonly first: readonly LogFault[] };
  readonly candidates: readonly string[];
  readonly changed: number;
  readonly picks: Readonly<Record<string, number>>;
  readonly policies: readonly ImportedPolicy[];
  readonly notes: readonly string[];
}

interface Sum {
  usd: number;
  success: number;
  unable: number;
}

type LeftOut = SkipReason | "no text was kept";

export class ImportTally {
  readonly #labels: readonly string[];
  readonly #single: ReadonlyMap<string, Sum>;
  readonly #was: Sum = { usd: 0, success: 0, unable: 0 };
  readonly #picked: Sum = { usd: 0, success: 0, unable: 0 };
  readonly #skipped = new Map<LeftOut, number>();
  readonly #picks = new Map<string, number>();
  readonly #faults: LogFault[] = [];
  readonly #paidFrom = { log: 0, tokens: 0, unknown: 0 };
  #faultCount = 0;
  #compared = 0;
  #priced = 0;
  #changed = 0;

  constructor(labels: readonly string[]) {
    this.#labels = labels;
    this.#single = new Map(labels.map((label) => [label, { usd: 0, success: 0, unable: 0 }]));
  }

  fault(line: number, message: string): void {
    this.#faultCount += 1;
    if (this.#faults.length < FAULTS_KEPT) this.#faults.push({ line, message });
  }

  skip(reason: LeftOut): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  add(call: JudgedCall): void {
    const { logged, options, pickedKey, loggedKey } = call;
    const sides: readonly (readonly [Sum, Option | undefined])[] = [
      [this.#was, logged],
      [this.#picked, options.get(pickedKey)],
      ...[...this.#single].map(([label, sum]) => [sum, options.get(label)] as const),
    ];
    const isPriced = sides.every(([, option]) => (option ?? logged).usd !== undefined);
    for (const [sum, option] of sides) {
      const { success, usd } = option ?? logged;
      if (option === undefined) sum.unable += 1;
      sum.success += success;
      if (isPriced) sum.usd += usd ?? 0;
    }
    this.#compared += 1;
    if (isPriced) this.#priced += 1;
    if (pickedKey !== loggedKey) this.#changed += 1;
    this.#paidFrom[call.paidFrom] += 1;
    this.#picks.set(pickedKey, (this.#picks.get(pickedKey) ?? 0) + 1);
  }

  #policy(name: string, model: string | null, sum: Sum): ImportedPolicy {
    const isPriced = this.#priced > 0;
    const saved = this.#was.usd - sum.usd;
    return {
      name,
      model,
      usd: isPriced ? sum.usd : null,
      saved_usd: isPriced ? saved : null,
      saved_share: isPriced && this.#was.usd > 0 ? saved / this.#was.usd : null,
      success_predicted: this.#compared > 0 ? sum.success / this.#compared : null,
    };
  }

  #policies(): ImportedPolicy[] {
    const singles = [...this.#single];
    const [cheapest] = singles.toSorted(([, a], [, b]) => a.usd - b.usd);
    const [best] = singles.toSorted(([, a], [, b]) => b.success - a.success);
    return [
      this.#policy("as it was", null, this.#was),
      this.#policy("signalbox", null, this.#picked),
      ...(cheapest === undefined || this.#priced === 0
        ? []
        : [this.#policy("always the cheapest", ...cheapest)]),
      ...(best === undefined ? [] : [this.#policy("best single model", ...best)]),
    ];
  }

  #notes(): string[] {
    const unable = [...this.#single].filter(([, { unable }]) => unable > 0);
    return [
      "Success is predicted by the shipped model, not observed: the log holds no judgement of the answers.",
      "Each call is decided alone, so what a kept prompt cache saves within a session is not counted.",
      "Dollars of other models are the expected ones, scaled by what this very call cost against its own expectation.",
      ...(this.#priced < this.#compared
        ? [
            `${this.#compared - this.#priced} compared calls are left out of the dollars: a price or a payment is unknown.`,
          ]
        : []),
      ...unable.map(
        ([label, { unable: count }]) =>
          `${label} could not have answered ${count} calls; there it counts as the model that did.`,
      ),
    ];
  }

  report(read: {
    readonly format: LogFormat | undefined;
    readonly lines: number;
    readonly calls: number;
  }): ImportReport {
    return {
      format: read.format ?? null,
      lines: read.lines,
      calls: read.calls,
      compared: this.#compared,
      priced: this.#priced,
      paid_from: this.#paidFrom,
      skipped: Object.fromEntries(this.#skipped),
      faults: { count: this.#faultCount, first: this.#faults },
      candidates: this.#labels,
      changed: this.#changed,
      picks: Object.fromEntries([...this.#picks].toSorted(([, a], [, b]) => b - a)),
      policies: this.#policies(),
      notes: this.#notes(),
    };
  }
}
