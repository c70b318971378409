import { createSignalboxAdmin, SignalboxApiError } from "@signalbox/sdk/admin";
import { useQueryClient } from "@tanstack/preact-query";
import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { createUploadFetch, type Sent } from "../../api/upload-fetch.ts";
import { useAction } from "../../api/use-action.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { filled } from "../../lib/values.ts";
import { useMe } from "../../session/session.ts";
import { bytes } from "../../lib/format.ts";

// First look at a file before it is sent: its size, its form, its columns. The service checks every row again.

interface FileCheck {
  readonly level: "error" | "warning" | "note";
  readonly message: string;
}

const LARGE_BYTES = 64 * 1024 ** 2;
const HEAD_BYTES = 65_536;
const SCORE_COLUMN = /\/score$/;

const LARGE: FileCheck = {
  level: "note",
  message: "A large file. A sample of 100,000 rows tells as much and is sent sooner.",
};

/**
 * Reads the head of the file only, so that a file of gigabytes is judged as fast as a small one.
 * @param bytesMax what the installation accepts
 */
export async function checkFile(file: File, bytesMax: number): Promise<readonly FileCheck[]> {
  if (file.size === 0) return [{ level: "error", message: "The file is empty." }];
  if (file.size > bytesMax) return [tooLarge(file.size, bytesMax)];
  const head = await file.slice(0, HEAD_BYTES).text();
  const checks = looksLikeJson(head) ? checkJsonLines(head) : checkHeader(head);
  return file.size > LARGE_BYTES ? [LARGE, ...checks] : checks;
}

const tooLarge = (size: number, bytesMax: number): FileCheck => ({
  level: "error",
  message: `The file has ${bytes(size)}; this installation takes ${bytes(bytesMax)} at most. Send a sample: 100,000 rows tell enough.`,
});

const looksLikeJson = (head: string): boolean => head.trimStart().startsWith("{");

function checkJsonLines(head: string): FileCheck[] {
  const line = head.trimStart().split("\n")[0] ?? "";
  try {
    JSON.parse(line);
    return [{ level: "note", message: "JSON lines: one object with prompt and scores a line." }];
  } catch {
    return [
      { level: "error", message: "The first line is not a whole JSON object. JSONL has one object a line." },
    ];
  }
}

function checkHeader(head: string): FileCheck[] {
  const columns = splitHeader(head.split(/\r?\n/)[0] ?? "");
  const scores = columns.filter((column) => SCORE_COLUMN.test(column));
  if (scores.length === 0)
    return [
      {
        level: "error",
        message: "No score column. Name one for each model: openai/gpt-6.2-sol/score, values 0 to 1.",
      },
    ];
  const checks: FileCheck[] = [
    { level: "note", message: `${scores.length} models: ${scores.map(modelOf).join(", ")}.` },
  ];
  if (scores.length === 1)
    checks.push({ level: "error", message: "One model leaves nothing to choose between." });
  if (!columns.includes("prompt"))
    checks.push({ level: "warning", message: "No column called prompt: name the one that holds it." });
  return checks;
}

const modelOf = (column: string): string => column.replace(SCORE_COLUMN, "");

/** Header cells of a CSV line; quotes may enclose commas. */
export function splitHeader(line: string): string[] {
  const cells = line.replace(/^\uFEFF/, "").match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  return cells
    .slice(0, line.endsWith(",") ? undefined : Math.max(1, cells.length - 1))
    .map((cell) => cell.replace(/,$/, "").replace(/^"|"$/g, "").replaceAll('""', '"').trim());
}

interface Upload {
  readonly file: File;
  readonly name: string;
  readonly promptColumn: string;
  readonly maximize: boolean;
}

export interface UploadAction {
  readonly run: (upload: Upload) => void;
  readonly cancel: () => void;
  readonly isBusy: boolean;
  readonly isCancelled: boolean;
  readonly error: unknown;
  /** How much has left; undefined until the first bytes have. */
  readonly sent: Sent | undefined;
}

const isAbort = (error: unknown): boolean => error instanceof SignalboxApiError && error.code === "aborted";

/** Sends the file and opens the page of the router that is being trained from it. */
export function useUpload(onDone: () => void): UploadAction {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const [sent, setSent] = useState<Sent>();
  const abort = useRef<AbortController>(undefined);
  const send = ({ file, name, promptColumn, maximize }: Upload) => {
    setSent(undefined);
    abort.current = new AbortController();
    const signalbox = createSignalboxAdmin({ baseUrl: location.origin, fetch: createUploadFetch(setSent) });
    return signalbox.customRouters.upload(
      { file, fileName: file.name, name: filled(name), promptColumn: filled(promptColumn), maximize },
      { signal: abort.current.signal },
    );
  };
  const { run, isBusy, error } = useAction(send, {
    onDone: (made) => {
      onDone();
      void client.invalidateQueries({ queryKey: ROUTER_KEYS.all });
      navigate(`/learning/${made.id}`);
    },
  });
  const isCancelled = isAbort(error);
  return {
    run,
    cancel: () => abort.current?.abort(),
    isBusy,
    isCancelled,
    error: isCancelled ? undefined : error,
    sent,
  };
}

// The chosen file outlives the form within the tab: a browser lets no page store a file, and a session that ends during the
// upload takes the form with it. Kept for each organisation apart.
interface ChosenFile {
  readonly file: File;
  readonly checks: readonly FileCheck[];
}

interface FileChoice {
  readonly chosen: ChosenFile | undefined;
  /** Looks at the file before it is chosen. */
  readonly choose: (file: File) => Promise<void>;
  readonly discard: () => void;
}

const kept = new Map<string, ChosenFile>();

export function useChosenFile(): FileChoice {
  const { account, limits } = useMe();
  const [chosen, setChosen] = useState(() => kept.get(account.id));
  const choose = async (file: File): Promise<void> => {
    const next = { file, checks: await checkFile(file, limits.upload_bytes_max) };
    kept.set(account.id, next);
    setChosen(next);
  };
  return { chosen, choose, discard: () => void kept.delete(account.id) };
}
