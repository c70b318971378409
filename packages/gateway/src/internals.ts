// For the packages of this repository that call models as the gateway does; no promise to others.
export { priceCall, pricesOf, servedPrices, type Priced } from "./bill/price-call.ts";
export { tryTargets, type Failure } from "./door/try-targets.ts";
export { createGatewayContext } from "./plan/gateway-context.ts";
export type { Plan } from "./plan/plan-call.ts";
export { readCall } from "./plan/read-call.ts";
export type { Body, ProtocolName } from "./protocols/protocol.ts";
export { PROTOCOLS } from "./protocols/protocols.ts";
export { parseRecord } from "./protocols/read-stream.ts";
export { KEY_VARIABLES } from "./settings/defaults.data.ts";
export { readCandidates } from "./settings/read-candidates.ts";
export { refuseFaults } from "./settings/read-settings.ts";
export type { GatewayCandidate } from "./settings/settings.ts";
export { FORMS } from "./translate/create-translator.ts";
export { resultText, textOfParts, type Item } from "./translate/form.ts";
export type { Opened } from "./upstreams/call-upstream.ts";
export { retryAfterMs } from "./upstreams/judge-answer.ts";
