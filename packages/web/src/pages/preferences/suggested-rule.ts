// A rule that another page suggests, in the address: `?deny=openai/gpt-4o&when=region%3Deu`. It is added to the draft once; what
// comes of it is for who edits.
import type { CandidateRule } from "@signalbox/sdk";
import { useEffect, useEffectEvent } from "react";
import { useLocation, useSearch } from "wouter";

import { readTags } from "../../lib/tags.ts";

/** Undefined where the address suggests nothing. */
export function readSuggestion(parameters: URLSearchParams): CandidateRule | undefined {
  const label = parameters.get("deny") ?? "";
  if (label === "") return undefined;
  const tags = readTags(parameters.get("when") ?? "");
  return { label, ...(Object.keys(tags).length > 0 && { when: { tags } }) };
}

export function useSuggestedRule(onSuggest: (rule: CandidateRule) => void): void {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const take = useEffectEvent(() => {
    const parameters = new URLSearchParams(search);
    const rule = readSuggestion(parameters);
    if (rule === undefined) return;
    onSuggest(rule);
    parameters.delete("deny");
    parameters.delete("when");
    navigate(parameters.size === 0 ? path : `${path}?${parameters.toString()}`, { replace: true });
  });
  useEffect(() => take(), [search]);
}
