/** Where the pinned Node of an installation is. */
export function pinnedNodeOf(root: string): string;
/** @param isServing without the packages that only tests use */
export function installationState(root: string, isServing?: boolean): "current" | "other" | "none";
/** Says whether node_modules now holds what the lockfile says. */
export function install(root: string, isServing?: boolean): boolean;
export function bootstrap(given: readonly string[]): void;
