// Members of a call that one model takes and another refuses: the only changes that the gateway makes beside the name of the
// model, each only after the upstream has refused the call in these words.

export type Remedy =
  | { readonly drop: "member"; readonly member: string }
  /** Signed thoughts in the conversation. */
  | { readonly drop: "thoughts" };

interface RefusalRule {
  readonly pattern: RegExp;
  readonly remedy: Remedy;
  readonly reason: string;
}

export const REFUSALS: readonly RefusalRule[] = [
  {
    pattern: /signature|encrypted content|could not be (?:verified|decrypted)/i,
    remedy: { drop: "thoughts" },
    reason: "Only the model that signed a thought can read it.",
  },
  {
    pattern: /expected [`'"]?(?:redacted_)?thinking|thinking.{0,60}not supported|adaptive thinking/i,
    remedy: { drop: "member", member: "thinking" },
    reason: "The model does not think, or not in this way.",
  },
  {
    pattern: /context_management/i,
    remedy: { drop: "member", member: "context_management" },
    reason: "The model's context is not edited by its provider.",
  },
  {
    pattern: /output_config|effort.{0,60}not supported/i,
    remedy: { drop: "member", member: "output_config" },
    reason: "The model has no levels of effort.",
  },
  {
    pattern: /reasoning.{0,80}not supported|unsupported parameter.{0,20}reasoning/i,
    remedy: { drop: "member", member: "reasoning" },
    reason: "The model does not reason.",
  },
  {
    pattern: /max_tokens.{0,80}(?:maximum|exceed|at most|too large)/i,
    remedy: { drop: "member", member: "max_tokens" },
    reason: "The model answers at shorter length; its own limit holds then.",
  },
];
