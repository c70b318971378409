import type { AuditProof } from "@signalbox/sdk";

import { dateTime } from "../../lib/format.ts";

type Break = AuditProof["breaks"][number];

const WORDS: Readonly<Record<Break["fault"], string>> = {
  altered: "is not as it was sealed, or does not follow the one before",
  missing: "follows a gap: entries before it are gone",
  cut_off: "is the newest that was sealed, and is gone with what may have followed it",
  replaced: "is not the one that was noted",
};

export const breakWords = ({ seq, id, at, fault }: Break): string =>
  fault === "missing" && id === null
    ? "There is no entry at all, though every account is made with one."
    : `Entry ${seq}${at === null ? "" : ` of ${dateTime(at)}`} ${WORDS[fault]}.`;
