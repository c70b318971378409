// The command that the published page names, with letters in the place of one machine's folders.

/** Which of its parts a run was given. */
interface PageParts {
  readonly artefact?: string | undefined;
  readonly blind?: string | undefined;
}

export function pageCommand({ artefact, blind }: PageParts): string {
  const flags = [
    ...(artefact === undefined ? [] : ["--artefact A42,A999,A2024"]),
    ...(blind === undefined ? [] : ["--blind BLIND"]),
  ];
  return ["npm run ts -- research/report/write-benchmarks.ts --data DATA", ...flags].join(" ");
}
