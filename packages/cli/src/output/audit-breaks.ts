import type { AuditProof } from "@signalbox/contracts";

const WORDS: Readonly<Record<AuditProof["breaks"][number]["fault"], string>> = {
  altered: "is not as it was sealed, or does not follow the one before",
  missing: "follows a gap: entries before it are gone",
  cut_off: "is the newest by the record of seals, and is gone with what may have followed it",
  replaced: "is not the one that was noted",
};

export const breakWords = ({ seq, at, fault }: AuditProof["breaks"][number]): string =>
  `Entry ${seq}${at === null ? "" : ` of ${at}`} ${WORDS[fault]}.`;
