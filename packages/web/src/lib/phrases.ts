// The product's own phrases, in one place: every page says the same thing in the same words. A figure in a phrase is computed
// from the terms of the decision, or from the setting in force.
import type {
  ALERTS_FROM,
  DecisionDetail,
  MONTH_OPEN_DAYS,
  PreferencePolicy,
  Role,
  SettingsInForce,
} from "@signalbox/sdk";

import { counted, percent, points, seconds, usdRound } from "./format.ts";

type Stated = NonNullable<PreferencePolicy["objective"]>;
type Decided = DecisionDetail["explanation"]["objective"];
type Worths = Partial<Pick<Decided, "usd_worth" | "seconds_worth" | "usd_weight" | "seconds_weight">>;

const KIND: Readonly<Record<Decided["kind"], string>> = {
  quality: "quality first, near ties go to the cheaper",
  cost: "saves money",
  latency: "saves time",
  dial: "dial between quality and cost",
  weights: "weighs success, dollars and seconds",
};

/** The default of accounts and requests that name no preference. */
export const NO_PREFERENCE = `No preference: ${KIND.quality}`;

/** The gain of which an objective states the worth in success. */
export const GAIN = { cost: "a bill ten times smaller", latency: "a wait ten times shorter" } as const;

/** "a point of success is worth $0.01". @param weight success given up per unit */
const pointWorth = (weight: number, write: (amount: number) => string): string =>
  `a point of success is worth ${write(0.01 / weight)}`;

/** Terms that count against success, with their worth: "a bill ten times smaller is worth 5 points". @param where where a worth holds */
export function worthWords(worths: Worths, where = ""): readonly string[] {
  const { usd_worth: usd = 0, seconds_worth: wait = 0, usd_weight = 0, seconds_weight = 0 } = worths;
  return [
    ...(wait > 0 ? [`${GAIN.latency} is worth ${points(wait)}${where}`] : []),
    ...(usd > 0 ? [`${GAIN.cost} is worth ${points(usd)}${where}`] : []),
    ...(usd_weight > 0 ? [pointWorth(usd_weight, usdRound)] : []),
    ...(seconds_weight > 0 ? [pointWorth(seconds_weight, seconds)] : []),
  ];
}

export const boundWords = (lossPoints: number): string =>
  `gives up at most ${points(lossPoints / 100)} of success`;

/** A worth that is stated falls with difficulty. */
export const ON_EASY_WORK = " on easy work";

const dialWords = (dial: number): string => `dial at ${dial} of 10 towards cost`;

/** Worths that a preference states; the service has its own where none is stated. */
function statedWorths(objective: Stated): Worths {
  const { kind } = objective;
  if (kind === "weights") return objective;
  if (kind === "latency") return { seconds_worth: objective.tolerance ?? 0 };
  if (kind !== "cost") return {};
  const { tolerance = 0, usd_per_point: perPoint } = objective;
  return { usd_worth: tolerance, usd_weight: perPoint === undefined ? 0 : 0.01 / perPoint };
}

/** The objective of a preference in words, for headers, lists and choices. */
export function objectiveWords(objective: Stated = { kind: "quality" }): string {
  if (objective.kind === "dial") return dialWords(objective.cost_quality_tradeoff);
  return [KIND[objective.kind], ...worthWords(statedWorths(objective), ON_EASY_WORK)].join(", ");
}

/** The objective that a decision was made by, with every weight that it used. */
export function decidedWords(objective: Decided): string {
  const { kind, cost_quality_tradeoff: dial, max_loss_points: bound, price_alone } = objective;
  const head = kind === "dial" && dial !== null ? dialWords(dial) : KIND[kind];
  const worths = price_alone === true ? ["the price alone counts"] : worthWords(objective);
  return [head, ...worths, ...(bound === undefined ? [] : [boundWords(bound)])].join(", ");
}

/** A gap of reports and estimates, in shares of 1. */
export const gapWords = (gap: number): string => `${gap < 0 ? "worse" : "better"} than predicted`;

// Other numbers than those of the contract are no values of its types.
const OPEN_DAYS: typeof MONTH_OPEN_DAYS = 3;
const ALERTS: typeof ALERTS_FROM = { refusedShare: 0.1, refused: 10, reports: 30 };

const CLOCKS_AGREE_MIN = 5;

/** Empty while both clocks agree. @param skewMs the service's clock less the browser's */
export function clockWords(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  if (minutes < CLOCKS_AGREE_MIN) return "";
  const hours = Math.round(minutes / 60);
  const size =
    minutes < 120
      ? counted(minutes, "minute")
      : hours < 48
        ? counted(hours, "hour")
        : counted(Math.round(hours / 24), "day");
  return `The clock of the service is ${size} ${skewMs < 0 ? "behind" : "ahead of"} this browser's: spans of time end by its clock, and decisions after it are left out.`;
}

/** The hints beside settings, dialogs and empty lists that more than one page has. */
export const SAY = {
  alertsOnGaps: `can raise an alert from ${counted(ALERTS.reports, "report")}`,
  alertsOnRefusals: `A preference refuses over ${percent(ALERTS.refusedShare)} of its requests of two hours, and at least ${ALERTS.refused}.`,
  asOrganisation: "As the organisation says",
  costQuality: "Cost and quality",
  createAccount: "Create an account",
  createKey: "Create a key",
  dayByDay: "Day by day",
  differenceBA: "Success of B less A",
  doesNotCount: "does not count",
  dollarsACall: "Dollars a call",
  eraseForGood: "Erase for good",
  everySingleModel: "Every single model",
  final: "This cannot be undone.",
  firstCall: "Make the first call",
  invitePerson: "Invite a person",
  monthCloses: `A month closes ${counted(OPEN_DAYS, "day")} after its end.`,
  neverKept: "Requests with hash_content are never kept, whatever is set here.",
  noDecisions: "No decisions in this span",
  noMail: "This installation sends no mail.",
  noneYet: "No decisions yet",
  onceShown: "It is not shown again.",
  ownersOnly: "Only owners change these.",
  replayed:
    "Past requests are decided again at the prices of their day, unless you suppose another. Nothing is switched on.",
  shareB: "Share of B",
  toSignIn: "Back to sign-in",
  trainARouter: "Train a router",
  tryIt: "Try it on past traffic",
  withRejected: "With rejected candidates",
} as const;

export const inForce = (version: number): string => `Version ${version} is in force.`;

/** The rights of a role. */
export const ROLES: readonly { readonly value: Role; readonly label: string; readonly rights: string }[] = [
  {
    value: "owner",
    label: "Owner",
    rights: "An owner changes everything: members, settings, and whether the account exists.",
  },
  {
    value: "member",
    label: "Member",
    rights: "A member works with keys and preferences, and does not reach members or settings.",
  },
  {
    value: "read_only",
    label: "Read-only",
    rights: "A read-only person looks at everything but secrets, and changes nothing.",
  },
];

const roleOf = (role: Role) => ROLES.find(({ value }) => value === role);
export const roleLabel = (role: Role): string => roleOf(role)?.label ?? role;
export const roleRights = (role: Role): string => roleOf(role)?.rights ?? "";

interface LimitWords {
  /** The setting as it is saved. */
  readonly own: number | null;
  readonly write: (value: number) => string;
  /** No limit in words. */
  readonly none: string;
}

/** "Empty: 90 days, set by the operator."; where the operator's limit is stricter than the account's own it says which one holds. */
export function limitHint(
  { value, origin, operator }: SettingsInForce[keyof SettingsInForce],
  { own, write, none }: LimitWords,
): string {
  const empty = operator === null ? `Empty: ${none}.` : `Empty: ${write(operator)}, set by the operator.`;
  const isOverruled = own !== null && origin === "operator" && value !== null;
  return isOverruled ? `In force: ${write(value)}, the operator's limit. ${empty}` : empty;
}
