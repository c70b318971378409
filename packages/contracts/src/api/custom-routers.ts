// Custom routers: upload own evaluations, watch them train, read the report, switch the router on.
import { Type, type Static } from "typebox";

import { IdSchema, NameSchema, OrNull, TimestampSchema } from "./common.ts";

const CUSTOM_ROUTER_LIMITS = {
  rowsMin: 25,
  rowsMax: 1_000_000,
  inlineRowsMax: 5000,
  modelsMax: 64,
} as const;

const CustomRouterCheckSchema = Type.Object({
  level: Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("note")]),
  line: OrNull(Type.Integer()),
  column: OrNull(Type.String()),
  message: Type.String(),
  fix: Type.String(),
});

export const CustomRouterSchema = Type.Object(
  {
    id: IdSchema,
    name: NameSchema,
    status: Type.Union([
      Type.Literal("queued"),
      Type.Literal("training"),
      Type.Literal("ready"),
      Type.Literal("failed"),
      Type.Literal("cancelled"),
    ]),
    is_active: Type.Boolean(),
    needs_training: Type.Boolean({
      description:
        "Trained on another artefact, or by a release that stored another form: decisions pass it over. Train it again.",
    }),
    kept_rows: Type.Integer({
      description: "Rows kept with it to train it again from; 0 where none are kept.",
    }),
    preference_id: OrNull(IdSchema),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    phase: Type.String({ description: "What is being done, in words." }),
    rows: Type.Integer(),
    labels: Type.Array(Type.String()),
    checks: Type.Array(CustomRouterCheckSchema),
    error: OrNull(Type.String()),
    held_out: OrNull(
      Type.Object({
        rows: Type.Integer(),
        score: Type.Number(),
        gain: OrNull(
          Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() }),
          "Score less that of the shipped router on the same rows, with its 95 % interval.",
        ),
        usd_change: OrNull(
          Type.Number(),
          "Dollars a call by it over those by the shipped router, less 1: -0.2 saves a fifth. Null where a price is unknown.",
        ),
      }),
      "What its report comes to; null before it is ready.",
    ),
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
  },
  { $id: "CustomRouter" },
);

/** The JSON form of an upload; the multipart form sends `dataset_file` and the same members as fields. */
export const CreateCustomRouterSchema = Type.Object({
  name: Type.Optional(NameSchema),
  preference_id: Type.Optional(IdSchema),
  keep_rows: Type.Optional(
    Type.Boolean({ default: true, description: "Whether its rows are kept to train it again from." }),
  ),
  maximize: Type.Optional(Type.Boolean({ default: true, description: "Whether larger scores are better." })),
  rows: Type.Array(
    Type.Object({
      prompt: Type.String({ minLength: 1 }),
      scores: Type.Record(Type.String(), OrNull(Type.Number())),
    }),
    { minItems: 1, maxItems: CUSTOM_ROUTER_LIMITS.inlineRowsMax },
  ),
});

/** Members may be left out; so may the body. */
export const UpdateCustomRouterSchema = Type.Object({
  state: Type.Enum(["on", "off", "training", "cancelled"], {
    description:
      "`on` writes a preference version that routes by it, `off` one without it. `training` trains it again from its kept rows: 409 where none are kept. `cancelled` stops a training.",
  }),
  preference_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "The preference that routes by it from now on. Default: its own, else a new one.",
    }),
  ),
  override: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Switches it on, or keeps it on, even if held-out rows do not show it to be better.",
    }),
  ),
});

const CostQualityPointSchema = Type.Object({
  name: Type.String(),
  usd_mean: OrNull(Type.Number()),
  score_mean: Type.Number(),
  low: OrNull(Type.Number()),
  high: OrNull(Type.Number()),
});

export const CustomRouterReportSchema = Type.Object(
  {
    rows_train: Type.Integer(),
    rows_held_out: Type.Integer(),
    router: CostQualityPointSchema,
    shipped: OrNull(CostQualityPointSchema, "The shipped router on the same held-out rows."),
    gain: Type.Object(
      { mean: Type.Number(), low: Type.Number(), high: Type.Number() },
      {
        description:
          "Score of the pick less that of the shipped router on the same rows, with its 95 % interval.",
      },
    ),
    baselines: Type.Array(CostQualityPointSchema, {
      description: "Each single model, random, best on hindsight.",
    }),
    curve: Type.Array(CostQualityPointSchema, { description: "The dial from quality to cost." }),
    calibration: Type.Array(
      Type.Object({ predicted: Type.Number(), observed: Type.Number(), count: Type.Integer() }),
    ),
    notes: Type.Array(Type.String()),
  },
  { $id: "CustomRouterReport" },
);

export const CustomRouterQuerySchema = Type.Object({
  with: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "Id of another router (b), to judge this one (a) beside it on the rows of both.",
    }),
  ),
});

const IntervalSchema = Type.Object({ mean: Type.Number(), low: Type.Number(), high: Type.Number() });

const CommonSideSchema = Type.Object({
  score: OrNull(Type.Number(), "Mean score of its held-out picks; null without a common row."),
  usd: OrNull(Type.Number(), "Mean dollars of its picks over the rows in which both picks have dollars."),
  rows: Type.Integer({ description: "Rows that are kept with it." }),
});

export const CommonRowsSchema = Type.Object(
  {
    common: Type.Integer({ description: "Prompts that both were trained from, with scores of both picks." }),
    alike: Type.Integer({ description: "Of these, rows in which both picked the same model." }),
    a: CommonSideSchema,
    b: CommonSideSchema,
    difference: OrNull(
      IntervalSchema,
      "Score of b less that of a, with its 95 % interval; null below 20 rows.",
    ),
    difference_usd: OrNull(IntervalSchema, "Dollars a call of b less those of a."),
    truncated: Type.Boolean({ description: "Whether only the first 200,000 rows of a router were read." }),
  },
  {
    $id: "CommonRows",
    description:
      "Two routers on the same prompts, each judged by picks that it made while it had not seen the prompt.",
  },
);

export const CustomRouterDetailSchema = Type.Object(
  {
    ...CustomRouterSchema.properties,
    report: OrNull(
      Type.Omit(CustomRouterReportSchema, []),
      "What it is worth on held-out rows, against baselines; null before it is ready.",
    ),
    common: OrNull(Type.Omit(CommonRowsSchema, []), "Beside the router that `with` names; null without it."),
  },
  { $id: "CustomRouterDetail" },
);

export type CommonRows = Static<typeof CommonRowsSchema>;
export type CustomRouter = Static<typeof CustomRouterSchema>;
export type CustomRouterCheck = Static<typeof CustomRouterCheckSchema>;
export type CreateCustomRouter = Static<typeof CreateCustomRouterSchema>;
export type UpdateCustomRouter = Static<typeof UpdateCustomRouterSchema>;
export type CustomRouterDetail = Static<typeof CustomRouterDetailSchema>;
export type CustomRouterReport = Static<typeof CustomRouterReportSchema>;
