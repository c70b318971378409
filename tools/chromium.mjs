// Resolved from here, where the package is installed.
export { default as chromium } from "@sparticuz/chromium";
