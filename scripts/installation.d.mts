/** "current": as the lockfile says. "other": complete, of another lockfile. "none": nothing that can run. */
export type InstallationState = "current" | "other" | "none";
export function pinnedNodeOf(root: string): string;
export function installationState(root: string): InstallationState;
/** Puts back what a killed swap left aside, and removes staging folders whose process is gone. */
export function recoverInstallation(root: string): void;
/** Whether the lockfile's dependencies now stand in node_modules; on false nothing was changed. */
export function install(root: string): boolean;
