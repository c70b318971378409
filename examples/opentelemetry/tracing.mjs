// Registers OpenTelemetry before Signalbox starts: `NODE_OPTIONS="--import /etc/signalbox/tracing.mjs" signalbox serve`.
// The address and the name come from OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_SERVICE_NAME, as everywhere.
import { isMainThread } from "node:worker_threads";

import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

// The journal and the learner have threads of their own, which make no spans.
if (isMainThread) {
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  process.once("SIGTERM", () => void provider.forceFlush());
}
