export * from "./data/index.ts";
export { PROTOCOLS } from "./protocols/index.ts";
export { wrapProse } from "./report/wrap-prose.ts";
export { openArtefactView } from "./artefact-view.ts";
