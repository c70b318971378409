// Row types of the journal and of its hourly sums. See schema.ts for the rules that all tables follow.
import type { DECISION } from "../interface/decision-table.ts";

export type Flag = 0 | 1;

/** The form in which the databases keep each kind of a decision's columns. */
interface Kept {
  name: string;
  words: string;
  time: number;
  count: number;
  figure: number;
  flag: Flag;
  vector: Uint8Array;
  json: string;
  request: string;
  record: Uint8Array;
}

type Decisions = typeof DECISION;

export type DecisionsTable = {
  -readonly [Name in keyof Decisions]:
    | Kept[Decisions[Name]["kind"]]
    | (Decisions[Name]["isNullable"] extends true ? null : never);
};

/** The parts that decisions of an account have in common, by the digest of its content. */
export interface DecisionPartsTable {
  accountId: string;
  digest: Uint8Array;
  content: Uint8Array;
  /** When a decision used it, to the hour. */
  usedAtMs: number;
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

/** Sums over the decisions of one hour that have something in common, and over the reports about their picks. */
export interface DecisionGroupsTable {
  accountId: string;
  /** The dimension that they have in common: see GROUP_DIMENSIONS. */
  dimension: string;
  hourMs: number;
  value: string;
  decisions: number;
  /** Without a pick: a rule or a limit left no candidate. */
  refused: number;
  degraded: number;
  explored: number;
  withRejections: number;
  successSum: number;
  priced: number;
  usdSum: number;
  judged: number;
  predictedSum: number;
  reportedSum: number;
  /** Reports with the dollars of the call, of decisions whose expected dollars are known. */
  billed: number;
  billedUsdSum: number;
  /** Expected dollars of the same decisions. */
  billedExpectedSum: number;
  /** Reports with dollars of the call and of the model that the caller named. */
  compared: number;
  comparedUsdSum: number;
  namedUsdSum: number;
}

export interface DecisionLatenciesTable {
  accountId: string;
  hourMs: number;
  bucket: number;
  decisions: number;
}
