// Row types of the journal and of its hourly sums. See schema.ts for the rules that all tables follow.

export type Flag = 0 | 1;

export interface DecisionsTable {
  sessionId: string;
  accountId: string;
  keyId: string | null;
  createdAtMs: number;
  chainId: string;
  previousSessionId: string | null;
  turn: number;
  label: string;
  provider: string | null;
  model: string | null;
  modelId: string | null;
  field: string;
  language: string;
  difficulty: number;
  success: number;
  spread: number;
  usd: number | null;
  seconds: number | null;
  inputTokens: number;
  propensity: number;
  decideUs: number;
  degraded: Flag;
  explored: Flag;
  candidateCount: number;
  rejectedCount: number;
  artefactVersion: string;
  catalogueVersion: string;
  policyVersion: string;
  preferenceId: string | null;
  preferenceVersion: number | null;
  requestDigest: string;
  features: Uint8Array | null;
  loadings: Uint8Array | null;
  explanation: Uint8Array;
  request: string;
  text: string | null;
  shadow: string | null;
}

/** Sums over the decisions of one account and hour. */
export interface DecisionHoursTable {
  accountId: string;
  hourMs: number;
  decisions: number;
  degraded: number;
  explored: number;
  rejected: number;
  withRejections: number;
  successSum: number;
  priced: number;
  usdSum: number;
  cheapestCount: number;
  cheapestUsdSum: number;
  cheapestSuccessSum: number;
  cheapestRoutedUsdSum: number;
  cheapestRoutedSuccessSum: number;
  bestCount: number;
  bestUsdSum: number;
  bestSuccessSum: number;
  bestRoutedUsdSum: number;
  bestRoutedSuccessSum: number;
}

/** Sums by label: how often it was picked, and what it would have cost wherever it could have been. */
export interface DecisionLabelsTable {
  accountId: string;
  hourMs: number;
  label: string;
  picked: number;
  pickedSuccessSum: number;
  pickedPriced: number;
  pickedUsdSum: number;
  offered: number;
  offeredUsdSum: number;
  offeredSuccessSum: number;
  routedUsdSum: number;
  routedSuccessSum: number;
}

export interface DecisionLatenciesTable {
  accountId: string;
  hourMs: number;
  bucket: number;
  decisions: number;
}
