import { createSignalboxAdmin, SignalboxApiError } from "@signalbox/sdk/admin";
import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { createUploadFetch, type Sent } from "../../api/upload-fetch.ts";
import { useAction } from "../../api/use-action.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { filled } from "../../lib/values.ts";
import { useMe } from "../../session/session.ts";
import { bytes } from "../../lib/format.ts";

// The service reads and checks every row; only what it could not take at all is said before a file is sent.

/** @param bytesMax what the installation accepts. @returns empty for a file that can be sent */
export function sizeFault(file: File, bytesMax: number): string {
  if (file.size === 0) return "The file is empty.";
  if (file.size <= bytesMax) return "";
  return `The file has ${bytes(file.size)}; this installation takes ${bytes(bytesMax)} at most. Send a sample: 100,000 rows tell enough.`;
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
    stale: [ROUTER_KEYS.all],
    onDone: (made) => {
      onDone();
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
const kept = new Map<string, File>();

export function useChosenFile() {
  const { account } = useMe();
  const [file, setFile] = useState(() => kept.get(account.id));
  const choose = (next: File): void => {
    kept.set(account.id, next);
    setFile(next);
  };
  return { file, choose, discard: () => void kept.delete(account.id) };
}
