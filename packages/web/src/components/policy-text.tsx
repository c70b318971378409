import type { PreferencePolicy } from "@signalbox/sdk";
import type { ReactNode } from "react";

import { useNames } from "../api/queries/names.ts";
import { policyWords } from "../lib/policy-words.ts";

/** A policy in a sentence that names the other side of its experiment. */
export function PolicyWords({ policy }: { readonly policy: PreferencePolicy }): ReactNode {
  const { preferences } = useNames();
  return policyWords(policy, preferences);
}
