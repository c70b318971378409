/** Everything a decision knew, in numbers and codes: any JSON whose `ranking` tells these members. Its words are made by readers. */
export interface KeptDecision {
  readonly ranking: readonly {
    readonly label: string;
    /** Canonical id in the catalogue; null when unknown. */
    readonly modelId: string | null;
    readonly success: number;
    /** The same before the account's own outcomes were taken into account. */
    readonly shippedSuccess: number;
    readonly spread: number;
    readonly usd: number | null;
  }[];
  /** How the request was read, where that is known. */
  readonly conversation?: {
    /** @range 0..1 */
    readonly difficulty: number;
    readonly task?: { readonly operation: string; readonly field: string } | null | undefined;
  };
}
