// Notes draws, payments and verdicts as they happen, one line each: a stopped run resumes without paying for a call
// twice. It holds line numbers, verdicts and dollars, and no text.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

import { isRecord, SignalboxError } from "@signalbox/contracts";
import type { Draw, Found } from "@signalbox/engine/learn";

import type { Judged, Verdict } from "./judge.ts";

/** How one comparison ended. */
export interface Outcome {
  readonly found: Found;
  /** Why there is no verdict. */
  readonly reason?: string;
  readonly judged?: Judged;
  /** Verdicts of further judges, in their order. */
  readonly others?: readonly Verdict[];
  /** The longer answer, where one is a tenth longer. */
  readonly longer?: "pick" | "baseline";
  readonly usd?: { readonly pick: number; readonly baseline: number };
}

export interface Drawn {
  readonly at: number;
  readonly draw: Draw;
  /** Undefined while it is open. */
  outcome: Outcome | undefined;
}

type Line =
  | { readonly run: string }
  | { readonly at: number; readonly draw: Draw }
  | { readonly at: number; readonly outcome: Outcome }
  /** A pair with a hand-made label, and whether the judge agrees; null without a verdict. */
  | { readonly label: number; readonly agrees: boolean | null }
  | { readonly usd: number };

export interface StateFile {
  readonly drawn: readonly Drawn[];
  /** @unit USD */
  readonly spentUsd: number;
  readonly calls: number;
  /** By pair. */
  readonly labelled: ReadonlyMap<number, boolean | null>;
  add(line: Exclude<Line, { run: string }>): void;
}

/** A last line that was cut off by a kill is left out. */
function linesOf(path: string): readonly Line[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((text): Line[] => {
      try {
        const line: unknown = JSON.parse(text);
        return isRecord(line) ? [line as unknown as Line] : [];
      } catch {
        return [];
      }
    });
}

/** An open draw of an earlier run: its calls were paid, and its answers are gone. */
const LOST: Outcome = { found: "none", reason: "a run was stopped before the verdict" };

/**
 * @param run digest of all that a comparison depends on
 * @throws SignalboxError conflict where the file is of another run
 */
export function openState(path: string, run: string): StateFile {
  const lines = linesOf(path);
  const [head] = lines;
  if (head !== undefined && (!("run" in head) || head.run !== run))
    throw new SignalboxError(
      "conflict",
      `${path} is of another run: its file, models or settings differ. Name another file with --state.`,
    );
  const byAt = new Map<number, Drawn>();
  const labelled = new Map<number, boolean | null>();
  let [spentUsd, calls] = [0, 0];
  for (const line of lines) {
    if ("draw" in line) byAt.set(line.at, { at: line.at, draw: line.draw, outcome: undefined });
    else if ("label" in line) labelled.set(line.label, line.agrees);
    else if ("usd" in line) {
      spentUsd += line.usd;
      calls += 1;
    } else if ("outcome" in line) {
      const drawn = byAt.get(line.at);
      if (drawn !== undefined) drawn.outcome = line.outcome;
    }
  }
  const add = (line: Line): void => {
    appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  };
  if (head === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    add({ run });
  } else appendFileSync(path, "\n");
  for (const drawn of byAt.values()) drawn.outcome ??= LOST;
  return { drawn: [...byAt.values()], spentUsd, calls, labelled, add };
}
