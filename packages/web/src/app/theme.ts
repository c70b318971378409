// Day, night, or as the system says. The choice is applied before the first paint by /head.js.

type Theme = "system" | "light" | "dark";

const KEY = "signalbox.theme";
const ORDER: readonly Theme[] = ["system", "light", "dark"];

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function nextTheme(theme: Theme): Theme {
  return ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? "system";
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
