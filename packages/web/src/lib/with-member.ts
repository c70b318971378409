import type { PreferencePolicy } from "@signalbox/sdk";

/** The policy with one member set, or taken out when `value` is undefined: absent and undefined are not the same on the wire. */
export function withMember<K extends keyof PreferencePolicy>(
  policy: PreferencePolicy,
  name: K,
  value: PreferencePolicy[K] | undefined,
): PreferencePolicy {
  const { [name]: _dropped, ...rest } = policy;
  return value === undefined ? rest : { ...rest, [name]: value };
}
