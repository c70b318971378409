import { createSignalboxAdmin, SignalboxApiError } from "@signalbox/sdk/admin";
import { useQueryClient } from "@tanstack/preact-query";
import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { createUploadFetch } from "../../api/upload-fetch.ts";
import type { Sent } from "../../api/upload-fetch.ts";
import { useAction } from "../../api/use-action.ts";
import { ROUTER_KEYS } from "../../api/queries/lists.ts";
import { useMe } from "../../session/session.ts";
import { checkFile } from "./check-file.ts";
import type { FileCheck } from "./check-file.ts";

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

const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

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
      navigate(`/custom-routers/${made.id}`);
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
