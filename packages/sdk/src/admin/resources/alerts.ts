import type { Alert, Budget, Budgets, Done, PutBudget, UpdateAlert } from "@signalbox/contracts";

import type { CallOptions, Transport } from "../../transport/transport.ts";

export function alertsResource(transport: Transport) {
  return {
    /** Acknowledges or mutes an alert. */
    update: (id: string, body: UpdateAlert) =>
      transport.json<Alert>({ method: "PATCH", path: `/health/alerts/${encodeURIComponent(id)}`, body }),
  };
}

/** What the account, a key or a preference may spend in a day or a month. */
export function budgetsResource(transport: Transport) {
  return {
    list: (options?: CallOptions) => transport.json<Budgets>({ method: "GET", path: "/budgets", ...options }),
    put: (body: PutBudget) => transport.json<Budget>({ method: "PUT", path: "/budgets", body }),
    delete: (id: string) =>
      transport.json<Done>({ method: "DELETE", path: `/budgets/${encodeURIComponent(id)}` }),
  };
}
