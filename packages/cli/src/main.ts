#!/usr/bin/env node
// The `signalbox` command. Compiled modules are cached by Node, which halves the time of every start but the first;
// the cache must be on before anything else is imported.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./run-main.ts");
