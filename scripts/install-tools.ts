// The browser, the PostgreSQL servers, the ONNX runtime and the weights of `tools/`.
import { installProject } from "./install-project.ts";

if (!installProject("tools", "a browser, PostgreSQL, the ONNX runtime and weights (half a gigabyte, once)"))
  process.exitCode = 1;
