// The memory of a gateway across restarts: who made which thought and call, as keyed digests, and the totals of money. A file to which lines
// are added, together with those of the same second; it is shortened at each start.
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Sums of calls, by name. */
type Totals = Readonly<Record<string, number>>;

export interface Memory {
  /** Key of the digests. */
  readonly secret: string;
  /** The oldest first. */
  readonly marks: readonly (readonly [digest: string, label: string])[];
  readonly totals: Totals | undefined;
  noteMark(digest: string, label: string): void;
  noteTotals(totals: Totals): void;
  /** Writes what waits. */
  close(): void;
}

export const MARKS_MAX = 50_000;
/** A run that has written so much writes no more: what it knows holds until its end. @unit characters */
const WRITTEN_MAX = 64 * 1024 * 1024;
/** @unit milliseconds */
const GATHER_MS = 1_000;

type Line = readonly ["secret", string] | readonly ["mark", string, string] | readonly ["totals", Totals];

function linesIn(file: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line): Line[] => {
    try {
      const read: unknown = JSON.parse(line);
      return Array.isArray(read) ? [read as unknown as Line] : [];
    } catch {
      // The last line of a process that was killed may be half a line.
      return [];
    }
  });
}

const isTotals = (value: unknown): value is Totals =>
  typeof value === "object" && value !== null && Object.values(value).every(Number.isFinite);

const render = (line: Line): string => `${JSON.stringify(line)}\n`;

/** @param file undefined: nothing outlives this process */
export function openMemory(file: string | undefined): Memory {
  const lines = file === undefined ? [] : linesIn(file);
  const known = lines.find((line) => line[0] === "secret")?.[1];
  const secret = typeof known === "string" && known !== "" ? known : randomBytes(32).toString("hex");
  const marks = lines
    .flatMap((line) =>
      line[0] === "mark" && typeof line[1] === "string" && typeof line[2] === "string"
        ? [[line[1], line[2]] as const]
        : [],
    )
    .slice(-MARKS_MAX);
  const totals = lines.flatMap((line) => (line[0] === "totals" && isTotals(line[1]) ? [line[1]] : [])).at(-1);
  let [waiting, written]: [string, number] = ["", 0];
  let changed: Totals | undefined;
  let timer: NodeJS.Timeout | undefined;
  const take = (): string => {
    const text = waiting + (changed === undefined ? "" : render(["totals", changed]));
    [waiting, changed] = ["", undefined];
    written += text.length;
    clearTimeout(timer);
    timer = undefined;
    return text;
  };
  const gather = (): void => {
    if (file === undefined || written > WRITTEN_MAX) return;
    // A full disk must not end the gateway.
    timer ??= setTimeout(() => void appendFile(file, take()).catch(() => {}), GATHER_MS).unref();
  };
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const kept: readonly Line[] = [
      ["secret", secret],
      ...marks.map(([digest, label]) => ["mark", digest, label] as const),
      ...(totals === undefined ? [] : [["totals", totals] as const]),
    ];
    writeFileSync(`${file}.new`, kept.map(render).join(""), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return {
    secret,
    marks,
    totals,
    noteMark: (digest, label) => {
      if (file !== undefined && written <= WRITTEN_MAX) waiting += render(["mark", digest, label]);
      gather();
    },
    noteTotals: (sums) => {
      changed = sums;
      gather();
    },
    close: () => {
      const text = take();
      if (file === undefined || text === "") return;
      try {
        appendFileSync(file, text);
      } catch {
        // As above.
      }
    },
  };
}
