// The ledger: what decisions were expected to cost, what was billed, and what one model for all would have cost instead.
import { Type, type Static } from "typebox";

import { OrNull, TimestampSchema } from "./common.ts";

/** Days after its end that a month stays open for late bills. */
export const MONTH_OPEN_DAYS = 3;

/** The bills of decisions that were reported, beside what the same decisions were expected to cost. */
export const BilledSchema = Type.Object({
  decisions: Type.Integer({ description: "Decisions with reported dollars and a known expected price." }),
  usd: Type.Number({ description: "Reported dollars." }),
  expected_usd: Type.Number({ description: "Expected dollars of the same decisions." }),
});

export const JudgedSchema = Type.Object(
  {
    count: Type.Integer({ description: "Reports." }),
    predicted: OrNull(Type.Number(), "Mean estimate over the decisions that were reported on."),
    reported: OrNull(Type.Number()),
    reported_low: OrNull(Type.Number(), "Lower end of the 95 % interval of the mean report."),
    reported_high: OrNull(Type.Number()),
  },
  { description: "Success predicted and reported." },
);

/** The baseline of gateways: the model that each caller named. */
export const NAMED_BASELINE = "named";

export const LedgerQuerySchema = Type.Object({
  from: Type.Optional(TimestampSchema),
  to: Type.Optional(TimestampSchema),
  baseline: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 513,
      description:
        "A label, or `named`: the model that each caller named, in reported dollars. Default: the account's baseline.",
    }),
  ),
  by: Type.Optional(
    Type.Literal("day", { description: "One bucket a day (UTC); default: at most 120 buckets." }),
  ),
});

const comparison = {
  decisions: Type.Integer({
    description: "Decisions that offered the baseline, both prices known; for `named`: both bills.",
  }),
  usd: Type.Number({ description: "Dollars of the baseline over these decisions." }),
  routed_usd: Type.Number({ description: "Dollars of the picks over the same decisions." }),
  saved_usd: Type.Number({ description: "The difference; negative where routing cost more." }),
};

const interval = {
  low: OrNull(
    Type.Number(),
    "Lower end of the 95 % interval of the saving, in billed dollars where `factor` is known; null below eight buckets.",
  ),
  high: OrNull(Type.Number()),
};

const LedgerComparisonSchema = Type.Object({
  baseline: Type.String({ description: "A label, or `named`." }),
  ...comparison,
  ...interval,
  success: OrNull(Type.Number(), "Mean expected success of the baseline over these decisions."),
  routed_success: OrNull(Type.Number()),
  reported: Type.Object(JudgedSchema.properties, {
    description: "Reports on the decisions that picked this label.",
  }),
});

const LedgerRowSchema = Type.Object({
  at: TimestampSchema,
  decisions: Type.Integer(),
  refused: Type.Integer(),
  priced: Type.Integer(),
  expected_usd: Type.Number(),
  billed: BilledSchema,
  reported: JudgedSchema,
  compared: OrNull(Type.Object(comparison), "With the baseline; null without one."),
  so_far: OrNull(
    Type.Object({ saved_usd: Type.Number(), ...interval }),
    "The saving since the start of the span; null without a baseline.",
  ),
});

const ClosedMonthSchema = Type.Object({
  month: Type.String({ description: "A month (UTC), as 2026-10." }),
  closed_at: TimestampSchema,
  record: Type.String({
    description:
      "JSON: the month, its baseline, factor and days when it was closed, and the digest of the month closed before it. The text is the evidence, byte by byte.",
  }),
  sha256: Type.String({ description: "Digest of `record`, hexadecimal; the audit log holds it." }),
});

export const LedgerSchema = Type.Object(
  {
    from: TimestampSchema,
    to: TimestampSchema,
    bucket_s: Type.Integer(),
    decisions: Type.Integer(),
    refused: Type.Integer(),
    priced: Type.Integer({ description: "Decisions whose pick has a known price." }),
    expected_usd: Type.Number(),
    billed: BilledSchema,
    factor: OrNull(
      Type.Object({ value: Type.Number(), low: OrNull(Type.Number()), high: OrNull(Type.Number()) }),
      "Billed through expected dollars, with its 95 % interval (null below eight buckets with bills); null without bills.",
    ),
    reported: JudgedSchema,
    baseline: OrNull(Type.String(), "The baseline in force: that of the query, else the account's."),
    compared: OrNull(LedgerComparisonSchema, "With the baseline in force."),
    singles: Type.Array(LedgerComparisonSchema, {
      description:
        "Every model for all decisions: labels that at least half of the decisions offered, the largest saving first.",
    }),
    best_by_reports: OrNull(
      Type.String(),
      "Of `singles` with at least 30 reports, the label with the highest mean report.",
    ),
    rows: Type.Array(LedgerRowSchema, { description: "One a bucket, empty ones too." }),
    closed: Type.Array(ClosedMonthSchema, {
      description:
        "Months of the span that are closed, the newest first: from three days after its end a month keeps its figures. Empty unless `by` is `day`.",
    }),
  },
  { $id: "Ledger" },
);

export type Billed = Static<typeof BilledSchema>;
export type Judged = Static<typeof JudgedSchema>;
export type LedgerQuery = Static<typeof LedgerQuerySchema>;
export type LedgerComparison = Static<typeof LedgerComparisonSchema>;
export type LedgerRow = Static<typeof LedgerRowSchema>;
export type ClosedMonth = Static<typeof ClosedMonthSchema>;
export type Ledger = Static<typeof LedgerSchema>;
