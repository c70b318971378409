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

const noSum = (): Sum => ({ usd: 0, success: 0, unable: 0 });

/** Sums over calls of one kind: those with a text, or those without. */
class Sums {
  readonly single: ReadonlyMap<string, Sum>;
  readonly was = noSum();
  readonly picked = noSum();
  readonly paidFrom = { log: 0, tokens: 0, unknown: 0 };
  calls = 0;
  priced = 0;

  constructor(labels: readonly string[]) {
    this.single = new Map(labels.map((label) => [label, noSum()]));
  }

  add({ logged, options, pickedKey, paidFrom }: JudgedCall): void {
    this.paidFrom[paidFrom] += 1;
    const sides: readonly (readonly [Sum, Option | undefined])[] = [
      [this.was, logged],
      ...(pickedKey === undefined ? [] : [[this.picked, options.get(pickedKey)] as const]),
      ...[...this.single].map(([label, sum]) => [sum, options.get(label)] as const),
    ];
    const isPriced = sides.every(([, option]) => (option ?? logged).usd !== undefined);
    for (const [sum, option] of sides) {
      const { success = 0, usd } = option ?? logged;
      if (option === undefined) sum.unable += 1;
      sum.success += success;
      if (isPriced) sum.usd += usd ?? 0;
    }
    this.calls += 1;
    if (isPriced) this.priced += 1;
  }

  policy(name: string, model: string | null, sum: Sum, isRead: boolean): ImportedPolicy {
    const isPriced = this.priced > 0;
    const saved = this.was.usd - sum.usd;
    return {
      name,
      model,
      usd: isPriced ? sum.usd : null,
      saved_usd: isPriced ? saved : null,
      saved_share: isPriced && this.was.usd > 0 ? saved / this.was.usd : null,
      success_predicted: isRead && this.calls > 0 ? sum.success / this.calls : null,
    };
  }
}

type LeftOut = SkipReason | "no text was kept";

export class ImportTally {
  readonly #labels: readonly string[];
  readonly #read: Sums;
  /** Calls whose text was not kept: they are compared by their tokens alone. */
  readonly #bare: Sums;
  readonly #skipped = new Map<LeftOut, number>();
  readonly #picks = new Map<string, number>();
  readonly #faults: LogFault[] = [];
  #faultCount = 0;
  #changed = 0;

  constructor(labels: readonly string[]) {
    this.#labels = labels;
    this.#read = new Sums(labels);
    this.#bare = new Sums(labels);
  }

  fault(line: number, message: string): void {
    this.#faultCount += 1;
    if (this.#faults.length < FAULTS_KEPT) this.#faults.push({ line, message });
  }

  skip(reason: LeftOut): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  add(call: JudgedCall): void {
    const { pickedKey, loggedKey } = call;
    (pickedKey === undefined ? this.#bare : this.#read).add(call);
    if (pickedKey === undefined) return;
    if (pickedKey !== loggedKey) this.#changed += 1;
    this.#picks.set(pickedKey, (this.#picks.get(pickedKey) ?? 0) + 1);
  }

  /** The sums that the report shows: by decisions where there is a text, else by tokens. */
  get #shown(): Sums {
    return this.#read.calls > 0 ? this.#read : this.#bare;
  }

  #policies(): ImportedPolicy[] {
    const sums = this.#shown;
    if (sums.calls === 0) return [];
    const isRead = sums === this.#read;
    const singles = [...sums.single];
    const [cheapest] = singles.toSorted(([, a], [, b]) => a.usd - b.usd);
    const [best] = singles.toSorted(([, a], [, b]) => b.success - a.success);
    const policy = (name: string, model: string | null, sum: Sum): ImportedPolicy =>
      sums.policy(name, model, sum, isRead);
    return [
      policy("as it was", null, sums.was),
      ...(isRead ? [policy("signalbox", null, sums.picked)] : []),
      ...(cheapest === undefined || sums.priced === 0 ? [] : [policy("always the cheapest", ...cheapest)]),
      ...(best === undefined || !isRead ? [] : [policy("best single model", ...best)]),
    ];
  }

  #notes(format: LogFormat | undefined): string[] {
    const sums = this.#shown;
    const unable = [...sums.single].filter(([, { unable }]) => unable > 0);
    return [
      ...(sums === this.#read
        ? [
            "Success is predicted by the shipped model, not observed: the log holds no judgement of the answers.",
            "Each call is decided alone, so what a kept prompt cache saves within a session is not counted.",
            "Dollars of other models are the expected ones, scaled by what this very call cost against its own expectation.",
          ]
        : [
            "The log kept no text to decide by: the table compares the tokens of the same calls at other models' prices.",
            ...(format === "litellm"
              ? ["LiteLLM keeps texts with `store_prompts_in_spend_logs: true`."]
              : []),
          ]),
      ...(sums.priced < sums.calls
        ? [
            `${sums.calls - sums.priced} compared calls are left out of the dollars: a price or a payment is unknown.`,
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
      compared: this.#read.calls,
      priced: this.#shown.priced,
      paid_from: this.#shown.paidFrom,
      skipped: Object.fromEntries(this.#skipped),
      faults: { count: this.#faultCount, first: this.#faults },
      candidates: this.#labels,
      changed: this.#changed,
      picks: Object.fromEntries([...this.#picks].toSorted(([, a], [, b]) => b - a)),
      policies: this.#policies(),
      notes: this.#notes(read.format),
    };
  }
}
