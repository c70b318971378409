import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { Toasts } from "../components/toasts.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Gate } from "./gate.tsx";
import { OfflineBanner } from "./alert-banner.tsx";
import { createQueryClient } from "./query-client.ts";

const client = createQueryClient();

export function App(): ReactNode {
  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary>
        <OfflineBanner />
        <Gate />
        <Toasts />
      </ErrorBoundary>
    </QueryClientProvider>
  );
}
