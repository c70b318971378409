// The report of `npm audit --json`: advisories of the packages in a lock file, or why no database answered.
interface Advisory {
  readonly package: string;
  readonly severity: string;
  readonly title: string;
  readonly url: string;
  /** Versions that it is about. */
  readonly range: string;
}

type Audit =
  | { readonly kind: "answered"; readonly advisories: readonly Advisory[] }
  | { readonly kind: "silent"; readonly reason: string };

interface Via {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Via | string)[] }>>;
  readonly message?: string;
}

function parse(output: string): Report {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return {};
  }
}

/** The same advisory stands at every package that depends on the one it is about. */
export function readAudit(output: string): Audit {
  const { vulnerabilities, message } = parse(output);
  if (vulnerabilities === undefined)
    return { kind: "silent", reason: message ?? "npm printed no report; is the registry reachable?" };
  const found = new Map<string, Advisory>();
  for (const { via } of Object.values(vulnerabilities))
    for (const cause of via) {
      if (typeof cause === "string") continue;
      const { name, severity, title, url, range } = cause;
      found.set(`${name} ${url}`, { package: name, severity, title, url, range });
    }
  return { kind: "answered", advisories: [...found.values()] };
}
