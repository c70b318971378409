/** The version of this release, which `signalbox --version`, `/readyz` and every package say. */
export const VERSION = "0.1.0";
