/**
 * Arms are named by canonical model id where the catalogue knows it, else by label, so that two spellings of one
 * model share what was learned.
 */
export function armNameOf(label: string, modelId: string | undefined): string {
  return modelId ?? label;
}
