import { QueryClientProvider, QueryCache, QueryClient } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { SignalboxApiError } from "@signalbox/sdk";

import { Toasts } from "../components/toasts.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Gate } from "./gate.tsx";
import { OfflineBanner } from "./alert-banner.tsx";
import { pulseNow } from "../api/pulse.ts";
import { ME_KEY } from "../api/queries/lists.ts";

const FRESH_MS = 10_000;

function mayRetry(failures: number, error: Error): boolean {
  const isTransient = !(error instanceof SignalboxApiError) || error.isRetryable;
  // Says whether to ask again. Where nobody answers, asking again soon would only delay the word; all of it is asked again when
  // the service is back.
  return isTransient && failures < 2 && pulseNow() !== "down";
}

/**
 * The cache of everything read from the service. A 401 from any query means that the session ended: the sign-in page then comes up
 * over the same address, and what was being typed waits in its draft.
 */
function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof SignalboxApiError && error.status === 401) client.setQueryData(ME_KEY, null);
      },
    }),
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: mayRetry, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

const client = createQueryClient();

export function App(): ComponentChildren {
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
