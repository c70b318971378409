// The panels that need a signed-in person, in one graph of modules: they must read the context that the test provides.
export { SignalboxApiError } from "@signalbox/sdk";
export { CodeField, untilCode } from "../../src/pages/gate/code-field.tsx";
export { AlertRow } from "../../src/pages/health/health-page.tsx";
export { ServicePanel } from "../../src/pages/health/service-panel.tsx";
export { SecondFactorPanel } from "../../src/pages/settings/second-factor-panel.tsx";
export { MeContext } from "../../src/session/session.ts";
