/** Where the pinned Node of an installation is. */
export function pinnedNodeOf(root: string): string;
export function installationState(root: string): "current" | "other" | "none";
/** Says whether node_modules now holds what the lockfile says. */
export function install(root: string): boolean;
export function bootstrap(given: readonly string[]): void;
