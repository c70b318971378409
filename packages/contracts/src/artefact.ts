// The manifest of a model artefact: what the tensors are, and where they came from.
// A folder holds `manifest.json` and the tensor files that the manifest names; the manifest is written last.
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Static } from "typebox";
import { SignalboxError } from "./errors.ts";

export const ARTEFACT_FORMAT = 1;

const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Count = Type.Integer({ minimum: 0, maximum: 100_000_000 });

const ArtefactTensorSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  dtype: Type.Union([
    Type.Literal("float32"),
    Type.Literal("int8"),
    Type.Literal("uint8"),
    Type.Literal("int32"),
  ]),
  shape: Type.Array(Count, { minItems: 1, maxItems: 4 }),
  /** @unit bytes from the start of the first tensor file, all files joined; a multiple of 8 */
  byteOffset: Count,
  byteLength: Count,
  sha256: Sha256,
});

const Amount = Type.Number({ minimum: -100, maximum: 100 });

/** A line over the inputs that the need is read from, in their order: see the engine's need-inputs.ts. */
const NeedLineSchema = Type.Object({ intercept: Amount, weights: Type.Array(Amount, { maxItems: 400 }) });

/** How able models are, fitted on public boards and outcomes; tensors "abilityMean" and "abilityCovariance". */
const ArtefactAbilitiesSchema = Type.Object({
  /** Columns of the tensors; the first is what all share. */
  skills: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 40 }),
  /** Rows of the tensors: a model in one mode, and what its ability rests on. */
  rows: Type.Array(
    Type.Object({
      model: Type.String({ minLength: 1, maxLength: 200 }),
      mode: Type.String({ minLength: 1, maxLength: 20 }),
      /** Rows of public boards. */
      boards: Count,
      /** Sources of outcomes. */
      outcomes: Count,
      /** The model whose ability a newcomer without scores inherits. */
      predecessor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    { maxItems: 20_000 },
  ),
  /** The gain of thinking more on the whole, against the default mode. */
  modes: Type.Array(
    Type.Object({ mode: Type.String({ minLength: 1, maxLength: 20 }), mean: Amount, sd: Amount }),
    { maxItems: 40 },
  ),
  /** Lines of benchmarks: logit of a score = offset + slope * ability, with its scatter. */
  boards: Type.Array(
    Type.Object({
      benchmark: Type.String({ minLength: 1, maxLength: 80 }),
      skill: Type.String({ maxLength: 40 }),
      offset: Amount,
      slope: Amount,
      sd: Amount,
    }),
    { maxItems: 1_000 },
  ),
  /** A model that nothing is known of. */
  stranger: Type.Object({ mean: Amount, sd: Amount }),
  /** Slope of success on ability. @unit logits */
  slope: Amount,
  /** How far a model's ability in new work strays from what boards say. */
  newWorkSd: Amount,
  /** Classes of models that a task may need: their abilities, and how far tasks of one scatter. */
  tiers: Type.Object({
    ability: Type.Array(Amount, { minItems: 1, maxItems: 10 }),
    sd: Amount,
    /** How far the tier is believed at least, whatever outcomes show, for operations that no outcomes cover. */
    belief: Type.Record(Type.String({ maxLength: 40 }), Type.Number({ minimum: 0, maximum: 1 })),
  }),
  /** How outcomes correct what a read task is said to need; absent = not at all. */
  need: Type.Optional(
    Type.Object({
      /** Logit of the chance that a request is like those that outcomes were recorded of. */
      likeness: NeedLineSchema,
      /** The need that outcomes show of such a request, on the ability scale. */
      shown: NeedLineSchema,
      /** Its scatter, that between sources included. */
      sd: Amount,
    }),
  ),
});

export const ArtefactManifestSchema = Type.Object({
  format: Type.Literal(ARTEFACT_FORMAT),
  /** Unique by content; journals and explanations name it. */
  version: Type.String({ minLength: 1, maxLength: 120 }),
  recipe: Type.String({ maxLength: 120 }),
  split: Type.Union([Type.Literal("benchmark"), Type.Literal("release")]),
  seed: Type.Integer(),
  dataFingerprint: Type.String({ maxLength: 128 }),
  sources: Type.Array(Type.String({ maxLength: 80 })),
  /** One file a part of the recipe, in order: fitting one part again leaves the files of the others as they are. */
  tensorFiles: Type.Array(Type.String({ pattern: "^[A-Za-z0-9._-]{1,120}$" }), { minItems: 1, maxItems: 8 }),
  abilities: ArtefactAbilitiesSchema,
  tensors: Type.Array(ArtefactTensorSchema, { maxItems: 200 }),
});

export type ArtefactTensor = Static<typeof ArtefactTensorSchema>;
export type ArtefactAbilities = Static<typeof ArtefactAbilitiesSchema>;
export type ArtefactManifest = Static<typeof ArtefactManifestSchema>;

const manifestCheck = Compile(ArtefactManifestSchema);

/** @throws SignalboxError invalid_artefact naming the first field that is wrong. */
export function parseArtefactManifest(value: unknown): ArtefactManifest {
  if (manifestCheck.Check(value)) return value;
  const first = manifestCheck.Errors(value)[0];
  throw new SignalboxError(
    "invalid_artefact",
    `The manifest is not valid at "${first?.instancePath ?? "/"}": ${first?.message ?? "wrong shape"}.`,
  );
}
