import type { PreferencePolicy } from "@signalbox/sdk";
import type { ComponentChildren } from "preact";

import { useNames } from "../api/queries/names.ts";
import { policyWords } from "../lib/policy-words.ts";

/** A policy in a sentence that names the other side of its experiment. */
export function PolicyWords({ policy }: { readonly policy: PreferencePolicy }): ComponentChildren {
  const { preferences } = useNames();
  return policyWords(policy, preferences);
}
