// The chosen file outlives the form within the tab: a browser lets no page store a file, and a session that ends during the
// upload takes the form with it. Kept for each organisation apart.
import { useState } from "react";

import { useMe } from "../../session/session.ts";
import { checkFile } from "./check-file.ts";
import type { FileCheck } from "./check-file.ts";

export interface ChosenFile {
  readonly file: File;
  readonly checks: readonly FileCheck[];
}

export interface FileChoice {
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
