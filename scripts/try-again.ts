// The verdict on red files. A browser, a database or a process that waits for another one too long on a full machine is quick
// alone, so a file that may has one second try, after all else. A file that is red twice is red.
export interface Outcome {
  readonly code: number;
  /** Files with a test that failed, by their paths from the root. */
  readonly failed: readonly string[];
}

export interface SecondTry {
  isAllowed(file: string): boolean;
  /** Runs them alone. */
  run(files: readonly string[]): Promise<Outcome>;
}

export interface Verdict {
  /** The exit code. */
  readonly code: number;
  /** Names the files that were tried again; empty where there were none. */
  readonly report: string;
}

const listOf = (title: string, files: readonly string[]): string =>
  files.length === 0 ? "" : `\n${title}:\n${files.map((file) => `  ${file}\n`).join("")}`;

/** A run that failed and names no file, such as one that ran out of memory, is red whatever a second try says of others. */
export async function tryAgain(outcomes: readonly Outcome[], secondTry: SecondTry): Promise<Verdict> {
  const code = Math.max(0, ...outcomes.map((outcome) => outcome.code));
  const failed = [...new Set(outcomes.flatMap((outcome) => outcome.failed))];
  const again = failed.filter((file) => secondTry.isAllowed(file));
  if (again.length === 0) return { code, report: "" };
  const second = await secondTry.run(again);
  const isExplained = outcomes.every((outcome) => outcome.code === 0 || outcome.failed.length > 0);
  const isForgiven = isExplained && again.length === failed.length;
  const red = second.code !== 0 && second.failed.length === 0 ? again : second.failed;
  return {
    code: isForgiven ? second.code : Math.max(code, second.code),
    report:
      listOf(
        "unsteady, red once and green once",
        again.filter((file) => !red.includes(file)),
      ) + listOf("red in both tries", red),
  };
}
