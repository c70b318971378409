// Folders of one package that import each other in a circle. The folders side by side in any folder form an order that a
// reader can follow: what one imports never leads back to it. Files that lie in the parent folder itself may tie them together.
import { posix } from "node:path";

export interface FileImports {
  /** With forward slashes. */
  readonly file: string;
  /** Relative specifiers, as written. */
  readonly relative: readonly string[];
}

type Graph = Map<string, Set<string>>;

/** The fork of two paths: the folders on either side, or nothing when one of the files lies at the fork itself. */
function fork(from: string, to: string): readonly [from: string, to: string] | undefined {
  const a = posix.dirname(from).split("/");
  const b = posix.dirname(to).split("/");
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth += 1;
  if (depth === a.length || depth === b.length) return undefined;
  return [a.slice(0, depth + 1).join("/"), b.slice(0, depth + 1).join("/")];
}

function graphOf(files: readonly FileImports[]): Graph {
  const graph: Graph = new Map();
  for (const { file, relative } of files)
    for (const specifier of relative) {
      const folders = fork(file, posix.join(posix.dirname(file), specifier));
      if (folders === undefined) continue;
      const [from, to] = folders;
      graph.set(from, (graph.get(from) ?? new Set<string>()).add(to));
    }
  return graph;
}

/** Shortest way from `start` back to itself; undefined where there is none. */
function circleThrough(graph: Graph, start: string): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways)
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  return undefined;
}

/** One circle for each knot of folders, as the folders in the order in which they import each other. */
export function findFolderCycles(files: readonly FileImports[]): readonly (readonly string[])[] {
  const graph = graphOf(files);
  const reported = new Set<string>();
  const circles: (readonly string[])[] = [];
  for (const folder of [...graph.keys()].sort()) {
    const circle = reported.has(folder) ? undefined : circleThrough(graph, folder);
    if (circle === undefined) continue;
    circles.push(circle);
    for (const member of circle) reported.add(member);
  }
  return circles;
}
