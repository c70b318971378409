// The list as it was left, so that the way back from a decision leads to the same filters.
const KEY = "signalbox.decisions-view";

export function rememberView(href: string): void {
  try {
    sessionStorage.setItem(KEY, href);
  } catch {
    // A full or forbidden storage costs the filters on the way back, nothing else.
  }
}

export const lastView = (): string => sessionStorage.getItem(KEY) ?? "/decisions";
