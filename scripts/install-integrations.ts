// The real clients, runtimes and generators of `integrations/`.
import { installProject } from "./install-project.ts";

if (!installProject("integrations", "the clients to be tried against")) process.exitCode = 1;
