// The browser and the PostgreSQL servers of `tools/`.
import { installProject } from "./install-project.ts";

if (!installProject("tools", "a browser, fonts and PostgreSQL (once)")) process.exitCode = 1;
