/** Of this release: what `signalbox --version`, `/readyz` and every package say. */
export const VERSION = "0.1.0";
