import type { PrivacyCount, PrivacyErase, PrivacyErased, PrivacySelection } from "@signalbox/contracts";

import type { Transport } from "../../transport/transport.ts";

export function privacyResource(transport: Transport) {
  return {
    /** How many decisions a selection chooses. Changes nothing. */
    count: (body: PrivacySelection): Promise<PrivacyCount> =>
      transport.json<PrivacyCount>({ method: "POST", path: "/privacy/count", body }),
    /** Everything that is kept of them, as NDJSON. */
    export: (body: PrivacySelection): Promise<Response> =>
      transport.raw({ method: "POST", path: "/privacy/export", body }),
    /** Erases them for good. Repeat with `remaining` as `decisions` until nothing remains. */
    erase: (body: PrivacyErase): Promise<PrivacyErased> =>
      transport.json<PrivacyErased>({ method: "POST", path: "/privacy/erase", body }),
  };
}
