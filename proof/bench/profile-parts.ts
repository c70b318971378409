// Which part of the path a sample belongs to: the innermost frame of ours or of the framework tells; what the runtime does
// for it (JSON, hashes, patterns, kernels) counts where it was asked for.
import type { Profiler } from "node:inspector";

/** The first that matches, innermost frame first. */
const PARTS: readonly (readonly [part: string, file: RegExp])[] = [
  [
    "parse and check the body",
    /server\/src\/http\/json-|request-body|compile-schema|engine\/src\/request\/find-/,
  ],
  ["read the request", /engine\/src\/request\/|catalog\/src\//],
  ["read the conversation", /engine\/src\/reader\/(?:conversation|amounts|length)\//],
  ["read the task", /engine\/src\/reader\/(?:task|text)\//],
  ["encode the prompt", /engine\/src\/(?:reader|kernels)\//],
  ["count tokens", /engine\/src\/(?:tokens\/|cost\/input-tokens)/],
  ["estimate and bill", /engine\/src\/(?:candidates|estimate|cost|abilities|numerics|learn)\//],
  ["record", /engine\/src\/record\/|decide\/to-decision/],
  ["choose", /engine\/src\//],
  ["journal", /storage\/src\/journal\/|database\/json/],
  ["row, digests, sessions", /server\/src\/(?:services|context)\//],
  ["metrics", /prom-client|server\/src\/metrics\//],
  [
    "HTTP",
    /fastify|find-my-way|server\/src\/http\/|node:(?:_http|net|internal\/streams|internal\/stream_base|events)/,
  ],
];
const COLLECTOR = "collector";
const REST = "runtime, loop and kernel";

interface Part {
  readonly part: string;
  /** Share of the time in which the thread was not idle. @range 0..1 */
  readonly share: number;
}

function partOf(frame: Profiler.ProfileNode["callFrame"]): string | undefined {
  if (frame.functionName === "(garbage collector)") return COLLECTOR;
  return PARTS.find(([, file]) => file.test(frame.url))?.[0];
}

/** Parts of the active time, the largest first. */
export function partsOfProfile(profile: Profiler.Profile): readonly Part[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const partById = new Map<number, string>();
  const idle = new Set<number>();
  const visit = (id: number, outer: string): void => {
    const node = nodes.get(id);
    if (node === undefined) return;
    if (node.callFrame.functionName === "(idle)") idle.add(id);
    const part = partOf(node.callFrame) ?? outer;
    partById.set(id, part);
    for (const child of node.children ?? []) visit(child, part);
  };
  visit(profile.nodes[0]?.id ?? 0, REST);
  const times = new Map<string, number>();
  let activeUs = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const us = profile.timeDeltas?.[index] ?? 0;
    if (idle.has(id)) continue;
    const part = partById.get(id) ?? REST;
    activeUs += us;
    times.set(part, (times.get(part) ?? 0) + us);
  }
  return [...times].sort(([, a], [, b]) => b - a).map(([part, us]) => ({ part, share: us / activeUs }));
}
