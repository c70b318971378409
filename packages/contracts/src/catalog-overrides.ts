// The user's own facts about models: a JSON file that overrides any field of the catalogue and may add models of one's own.
// A field that is null becomes unknown; a field that is absent keeps what the catalogue says.
import { Type, type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { FieldError } from "./errors.ts";
import { MODALITIES, TOKENIZER_FAMILIES } from "./model-facts.ts";

const CATALOG_OVERRIDE_LIMITS = {
  modelsMax: 5000,
  aliasesMax: 200,
  tiersMax: 8,
  scoresMax: 200,
} as const;

const known = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const Usd = Type.Number({ minimum: 0, maximum: 1e6 });
const Tokens = Type.Integer({ minimum: 1, maximum: 1e9 });
const Text = Type.String({ minLength: 1, maxLength: 256 });
const Day = Type.String({ pattern: "^\\d{4}(-\\d{2}){0,2}$" });
const oneOf = (values: readonly string[]) => Type.Union(values.map((value) => Type.Literal(value)));

const PRICE_FIELDS = {
  input_usd_per_mtok: known(Usd),
  cached_input_usd_per_mtok: known(Usd),
  cache_write_usd_per_mtok: known(Usd),
  output_usd_per_mtok: known(Usd),
};

export const CatalogOverrideSchema = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._:+-]*$", maxLength: 160 }),
    name: Type.Optional(Text),
    aliases: Type.Optional(Type.Array(Text, { maxItems: CATALOG_OVERRIDE_LIMITS.aliasesMax })),
    family: known(Text),
    released_on: known(Day),
    is_deprecated: known(Type.Boolean()),
    deprecated_on: known(Day),
    predecessor: known(Text),
    successor: known(Text),
    shuts_down_on: known(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" })),
    context_tokens: known(Tokens),
    max_output_tokens: known(Tokens),
    input_modalities: known(Type.Array(oneOf(MODALITIES), { maxItems: MODALITIES.length })),
    supports_tools: known(Type.Boolean()),
    supports_structured_output: known(Type.Boolean()),
    is_reasoning: known(Type.Boolean()),
    is_reasoning_by_default: known(Type.Boolean()),
    is_open_weights: known(Type.Boolean()),
    params_b: known(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    active_params_b: known(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    ...PRICE_FIELDS,
    price_tiers: known(
      Type.Array(
        Type.Object({ above_input_tokens: Tokens, ...PRICE_FIELDS }, { additionalProperties: false }),
        {
          maxItems: CATALOG_OVERRIDE_LIMITS.tiersMax,
        },
      ),
    ),
    output_tokens_per_second: known(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    time_to_first_token_s: known(Type.Number({ minimum: 0, maximum: 1e5 })),
    tokenizer: Type.Optional(oneOf(TOKENIZER_FAMILIES)),
    scores: Type.Optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 128 }), Type.Number({ minimum: 0, maximum: 1 }), {
        maxProperties: CATALOG_OVERRIDE_LIMITS.scoresMax,
      }),
    ),
    is_removed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const CatalogOverridesFileSchema = Type.Object(
  { models: Type.Array(CatalogOverrideSchema, { maxItems: CATALOG_OVERRIDE_LIMITS.modelsMax }) },
  { additionalProperties: false },
);

export type CatalogOverride = Static<typeof CatalogOverrideSchema>;
export type CatalogOverridesFile = Static<typeof CatalogOverridesFileSchema>;

interface RawFault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const FAULTS_MAX = 50;
const compile = () => ({ file: Compile(CatalogOverridesFileSchema), model: Compile(CatalogOverrideSchema) });
let compiled: ReturnType<typeof compile> | undefined;

/** "/aliases/3" below "models[2]" -> "models[2].aliases[3]". */
function locationOf(root: string, instancePath: string): string {
  const path = instancePath.replace(/\/(\d+)/g, "[$1]").replaceAll("/", ".");
  return `${root}${path}`.replace(/^\./, "") || "the file";
}

function fixOf(fault: RawFault): string {
  if (fault.keyword === "additionalProperties")
    return "Remove the field or correct its name; docs/models.md lists the fields.";
  if (fault.instancePath.endsWith("/id")) return 'Write ids as "vendor/model" in lower case.';
  return "Correct the value, or use null for unknown.";
}

function toFieldError(root: string, fault: RawFault): FieldError {
  const extra = fault.params["additionalProperties"];
  const names = Array.isArray(extra) ? ` (${extra.join(", ")})` : "";
  return {
    location: locationOf(root, fault.instancePath),
    message: `It ${fault.message}${names}.`,
    fix: fixOf(fault),
  };
}

/** One fault a place. A union reports its null branch too; the branch that names the expected type says more. */
function readFaults(root: string, raw: readonly RawFault[]): readonly FieldError[] {
  const telling = raw.filter(
    (fault) => !["anyOf", "boolean"].includes(fault.keyword) && fault.params["type"] !== "null",
  );
  const byPlace = new Map(telling.toReversed().map((fault) => [fault.instancePath, fault]));
  return [...byPlace.values()].toReversed().map((fault) => toFieldError(root, fault));
}

function modelsOf(value: unknown): readonly unknown[] {
  const models = typeof value === "object" && value !== null && "models" in value ? value.models : undefined;
  return Array.isArray(models) ? models : [];
}

const CHAINS = ["predecessor", "successor"] as const;

/** An entry whose stated predecessors or successors lead back to itself. */
function faultsOfChains(models: readonly CatalogOverride[]): readonly FieldError[] {
  const byId = new Map(models.map((model) => [model.id, model]));
  const faults = models.flatMap(({ id }, index) =>
    CHAINS.flatMap((member): readonly FieldError[] => {
      const seen = new Set<string>();
      let at = byId.get(id)?.[member];
      while (typeof at === "string" && at !== id && !seen.has(at)) {
        seen.add(at);
        at = byId.get(at)?.[member];
      }
      if (at !== id) return [];
      const message = `It leads back to ${id}.`;
      return [
        {
          location: `models[${index}].${member}`,
          message,
          fix: `Name a model that ${member === "successor" ? "comes after" : "came before"} it.`,
        },
      ];
    }),
  );
  return faults;
}

function faultsOfTwins(models: readonly CatalogOverride[]): readonly FieldError[] {
  const seen = new Set<string>();
  return models.flatMap(({ id }, index) => {
    if (!seen.has(id)) return (seen.add(id), []);
    const fix = "State all facts of a model in one entry.";
    return [{ location: `models[${index}].id`, message: `Two entries state facts of ${id}.`, fix }];
  });
}

/** Every fault of a parsed override file, one a place; empty when it is valid. */
export function faultsOfCatalogOverrides(value: unknown): readonly FieldError[] {
  compiled ??= compile();
  const { file, model } = compiled;
  if (file.Check(value))
    return [...faultsOfTwins(value.models), ...faultsOfChains(value.models)].slice(0, FAULTS_MAX);
  // The validator stops after a few faults, so each model is asked for its own.
  const faults = modelsOf(value).flatMap((entry, index) => {
    if (model.Check(entry)) return [];
    return readFaults(`models[${index}]`, model.Errors(entry));
  });
  const whole = faults.length > 0 ? faults : readFaults("", file.Errors(value));
  return whole.slice(0, FAULTS_MAX);
}

/** The fault of an entry that states facts of a mode as if it were a model. */
export function modeAsModel(id: string, mode: string): Omit<FieldError, "location"> {
  return {
    message: `It reads as ${id} in the mode "${mode}", and facts hold for a model in all its modes.`,
    fix: `State them of ${id}; for another model under this name, state \`is_reasoning\` too.`,
  };
}
