// What Prometheus reads at /metrics. Labels are of bounded number: never a model, a key, an account or a text.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export interface DecisionNote {
  /** @unit microseconds */
  readonly decideUs: number;
  /** @unit milliseconds */
  readonly journalMs: number;
  readonly isDegraded: boolean;
}

export interface Metrics {
  noteDecision(note: DecisionNote): void;
  /** An alert was opened; kinds are ours, never an account's text. */
  noteAlert(kind: string): void;
  /** Notes the answers of one operation: status and whole duration in milliseconds. */
  responsesOf(operation: string): (status: number, durationMs: number) => void;
  /** Reads a figure whenever the metrics are scraped. */
  addGauge(name: string, help: string, read: () => number): void;
  render(): Promise<string>;
  readonly contentType: string;
}

const DECIDE_BUCKETS_S = [25e-6, 50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 50e-3, 250e-3];
const REQUEST_BUCKETS_S = [0.5e-3, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 0.1, 0.25, 1, 5];

function createDegradedCounter(registry: Registry): Counter {
  return new Counter({
    name: "signalbox_decisions_degraded_total",
    help: "Decisions marked as degraded.",
    registers: [registry],
  });
}

function createAlertCounter(registry: Registry): Counter<"kind"> {
  return new Counter({
    name: "signalbox_alerts_total",
    help: "Alerts that were opened, by kind.",
    labelNames: ["kind"],
    registers: [registry],
  });
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "signalbox_" });
  const decisions = new Counter({
    name: "signalbox_decisions_total",
    help: "Decisions that were answered.",
    registers,
  });
  const degraded = createDegradedCounter(registry);
  const decide = new Histogram({
    name: "signalbox_decide_seconds",
    help: "From the parsed body to the decision.",
    buckets: DECIDE_BUCKETS_S,
    registers,
  });
  const journal = new Histogram({
    name: "signalbox_journal_seconds",
    help: "From the finished decision to its commit.",
    buckets: REQUEST_BUCKETS_S,
    registers,
  });
  const requests = new Histogram({
    name: "signalbox_http_request_seconds",
    help: "Whole requests by operation and class of status.",
    labelNames: ["operation", "status"],
    buckets: REQUEST_BUCKETS_S,
    registers,
  });
  const alerts = createAlertCounter(registry);
  return {
    noteAlert: (kind) => {
      alerts.inc({ kind });
    },
    noteDecision: ({ decideUs, journalMs, isDegraded }) => {
      decisions.inc();
      if (isDegraded) degraded.inc();
      decide.observe(decideUs / 1e6);
      journal.observe(journalMs / 1000);
    },
    responsesOf: (operation) => {
      // One labelled child per class of status, looked up once: the hot path only observes.
      const children = [1, 2, 3, 4, 5].map((hundreds) => requests.labels(operation, `${hundreds}xx`));
      return (status, durationMs) => children[Math.floor(status / 100) - 1]?.observe(durationMs / 1000);
    },
    addGauge: (name, help, read) => {
      const gauge = new Gauge({
        name,
        help,
        registers,
        collect: () => {
          gauge.set(read());
        },
      });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
