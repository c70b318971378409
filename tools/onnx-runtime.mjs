// Resolved from here, where the package is installed.
export * from "onnxruntime-node";
