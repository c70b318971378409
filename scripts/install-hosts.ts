// The real clients, runtimes and generators of `proof/hosts/`.
import { installProject } from "./install-project.ts";

if (!installProject("proof/hosts", "the clients to be tried against")) process.exitCode = 1;
