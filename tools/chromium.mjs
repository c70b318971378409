// Resolved from here, where the package is installed.
export { default } from "@sparticuz/chromium";
