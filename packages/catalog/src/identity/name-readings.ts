// The readings of one model name, most literal first: the exact name, then the name without what is known to be safe to drop
// (a full date, "-latest", a service variant, a number format). A reading counts only when it is an exact alias.

/** Variants that select how a model is served, not which one: price, search, moderation. */
const SERVICE_VARIANTS = new Set(
  "free nitro floor online beta exacto extended latest cloud self-moderated default".split(" "),
);
const DATE_SUFFIX = /[-@](20\d{2})-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])$/;
const MOVING_SUFFIX = /(?:[-@](?:latest|default)|@0\d\d)$/;
/** A host's name glued before the model's: "databricks-claude-...", "anthropic--claude-...", "openai-gpt-5". */
const HOST_PREFIX = /^(?:databricks-|snowflake-|anthropic--|openai-(?=gpt-\d))/;
const SERVING_SUFFIX =
  /(?:-maas|-tee|-fp8|-bf16|-fp16|-awq|-gptq|-hf|(?<=instruct)-turbo|(?<=instruct)-lite)$/;
const DOTTED_REVISION = /-v\d+(?::\d+)?(?::\d+k)?$/;
const FIREWORKS_POINT = /(?<=\d)p(?=\d)/g;

function withoutVariant(name: string): string[] {
  const colon = name.indexOf(":");
  if (colon < 0) return [name];
  const variant = name.slice(colon + 1);
  const plain = name.slice(0, colon);
  return SERVICE_VARIANTS.has(variant) ? [name, plain] : [name];
}

function strippedOf(name: string): string[] {
  return [DATE_SUFFIX, MOVING_SUFFIX, SERVING_SUFFIX]
    .map((suffix) => name.replace(suffix, ""))
    .filter((stripped) => stripped !== name && stripped.length > 1);
}

function withStrippedSuffixes(name: string): string[] {
  const once = strippedOf(name);
  return [name, ...once, ...once.flatMap(strippedOf)];
}

function withSpecialForms(name: string, form: NameForm): string[] {
  if (form.isDotted) return [name, name.replace(DOTTED_REVISION, "")];
  if (!form.isFireworks) return [name];
  return [name, name.replaceAll(FIREWORKS_POINT, ".").replace(/^llama-v(?=\d)/, "llama-")];
}

export interface NameForm {
  /** Bedrock style, with a revision at the end. */
  readonly isDotted: boolean;
  /** Fireworks writes 3p1 for 3.1. */
  readonly isFireworks: boolean;
}

/** Distinct readings, most literal first; at most a few dozen. */
export function nameReadings(name: string, form: NameForm): readonly string[] {
  const plain = name.replace(HOST_PREFIX, "");
  const forms = [...new Set([name, plain])].flatMap((each) => withSpecialForms(each, form));
  const readings = forms.flatMap(withoutVariant).flatMap(withStrippedSuffixes);
  return [...new Set(readings)];
}
