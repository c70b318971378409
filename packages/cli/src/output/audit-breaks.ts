import type { AuditProof } from "@signalbox/contracts";

const WORDS: Readonly<Record<AuditProof["breaks"][number]["fault"], string>> = {
  altered: "is not as it was sealed, or does not follow the one before",
  missing: "follows a gap: entries before it are gone",
  cut_off: "is the newest by the record of seals, and is gone with what may have followed it",
  replaced: "is not the one that was noted",
};

/** No entry follows the gap: the log is empty. */
const EMPTY = "There is no entry at all, though every account is made with one.";

export const breakWords = ({ seq, id, at, fault }: AuditProof["breaks"][number]): string =>
  fault === "missing" && id === null
    ? EMPTY
    : `Entry ${seq}${at === null ? "" : ` of ${at}`} ${WORDS[fault]}.`;
