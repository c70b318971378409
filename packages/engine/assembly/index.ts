export * from "./kernels";
export * from "./lexicon";
export * from "./scan";
