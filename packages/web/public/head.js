// Runs before the first paint, so that a chosen theme never flashes the other one.
const theme = window.localStorage.getItem("signalbox.theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
