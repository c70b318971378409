// A draft: text that is being typed survives a reload, a lost connection and an expired session. Kept in this tab only; never
// passwords. Each organisation has its own drafts: what was meant for one is never offered in another.
import { createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

const prefix = "signalbox.draft.";

function read(key: string): unknown {
  try {
    const stored = sessionStorage.getItem(prefix + key);
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    // A draft that cannot be read is as good as none.
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the draft, not the typing.
    return;
  }
}

interface Draft<T> {
  readonly value: T;
  readonly set: (value: T) => void;
  readonly discard: () => void;
  /** Whether anything was typed that is not saved yet. */
  readonly isEdited: boolean;
  /** Whether something typed earlier was brought back. */
  readonly isRestored: boolean;
}

/** Whose drafts these are: the id of the organisation, empty on the way in. */
export const DraftScope = createContext("");

/** Until something is typed, and again once the draft is discarded, the value is the current `initial`. */
export function useDraft<T>(name: string, initial: T): Draft<T> {
  const key = `${useContext(DraftScope)}.${name}`;
  const [restored] = useState(() => read(key) as T | undefined);
  const [edited, setEdited] = useState(restored);
  const set = useCallback(
    (next: T) => {
      setEdited(next);
      write(key, next);
    },
    [key],
  );
  const discard = useCallback(() => {
    sessionStorage.removeItem(prefix + key);
    setEdited(undefined);
  }, [key]);
  return {
    value: edited ?? initial,
    set,
    discard,
    isEdited: edited !== undefined,
    isRestored: restored !== undefined,
  };
}
