// The manifest of a workspace as it is published: built files, public, without what only the repository needs.

/** What of a workspace's manifest is read. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}

/** "./src/admin/index.ts" -> the built file and its types. */
function publishedEntry(source: string): { readonly types: string; readonly default: string } {
  const stem = source.replace(/^\.\/src\//, "./dist/").replace(/\.ts$/, "");
  return { types: `${stem}.d.ts`, default: `${stem}.js` };
}

export function publishedManifest(manifest: WorkspaceManifest, files: readonly string[]): object {
  const { name, version, description, license, type, dependencies, peerDependencies, peerDependenciesMeta } =
    manifest;
  const entries = Object.entries(manifest.exports).map(
    ([path, source]) => [path, publishedEntry(source)] as const,
  );
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
    types: publishedEntry(manifest.exports["."] ?? "").types,
    files,
    engines: { node: ">=20" },
    ...(dependencies !== undefined && { dependencies }),
    ...(peerDependencies !== undefined && { peerDependencies }),
    ...(peerDependenciesMeta !== undefined && { peerDependenciesMeta }),
    publishConfig: { access: "public" },
  };
}
