// The metrics that Prometheus reads at /metrics. Labels are of bounded number: never a model, a key, an account or a text.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import { workerLink } from "../workers/worker-link.ts";
import { METRICS } from "./metric-table.ts";
import type { Metric } from "./metric-table.ts";

interface DecisionNote {
  /** @unit microseconds */
  readonly decideUs: number;
  /** @unit milliseconds */
  readonly journalMs: number;
  readonly isDegraded: boolean;
  /** Operation and field as the request was read; both are enumerations of ours. */
  readonly operation: string;
  readonly field: string;
}

export interface Metrics {
  noteDecision(note: DecisionNote): void;
  noteRefusal(): void;
  /** An alert was opened; kinds are ours, never an account's text. */
  noteAlert(kind: string): void;
  /** Notes the answers of one operation: status and whole duration in milliseconds. */
  responsesOf(operation: string): (status: number, durationMs: number) => void;
  /** Reads a figure whenever the metrics are scraped. */
  addGauge(metric: Metric, read: () => number): void;
  /** As `addGauge`, for a count that only grows. */
  addCounter(metric: Metric, read: () => number): void;
  render(): Promise<string>;
  readonly contentType: string;
}

const DECIDE_BUCKETS_S = [25e-6, 50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 50e-3, 250e-3];
const REQUEST_BUCKETS_S = [0.5e-3, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 0.1, 0.25, 1, 5];

function createInstruments(registry: Registry) {
  const options = ({ name, help, labels = [] }: Metric) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  const histogram = (metric: Metric, buckets: number[]): Histogram =>
    new Histogram({ ...options(metric), buckets });
  return {
    decisions: new Counter(options(METRICS.decisions)),
    asked: new Counter(options(METRICS.asked)),
    refused: new Counter(options(METRICS.refused)),
    degraded: new Counter(options(METRICS.degraded)),
    alerts: new Counter(options(METRICS.alerts)),
    decide: histogram(METRICS.decide, DECIDE_BUCKETS_S),
    journal: histogram(METRICS.journal, REQUEST_BUCKETS_S),
    requests: histogram(METRICS.requests, REQUEST_BUCKETS_S),
    counter: (metric: Metric, read: () => number): void => {
      let counted = 0;
      const counter = new Counter({
        ...options(metric),
        collect: () => {
          const now = read();
          counter.inc(now - counted);
          counted = now;
        },
      });
    },
    gauge: (metric: Metric, read: () => number): void => {
      const gauge = new Gauge({
        ...options(metric),
        collect: () => {
          gauge.set(read());
        },
      });
    },
  };
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "signalbox_" });
  const { asked, decisions, refused, degraded, alerts, decide, journal, requests, gauge, counter } =
    createInstruments(registry);
  // One labelled child for each pair, looked up once: the hot path only counts.
  const children = new Map<string, Map<string, Counter.Internal>>();
  const childOf = (task: string, field: string): Counter.Internal => {
    const ofTask = children.get(task) ?? new Map<string, Counter.Internal>();
    children.set(task, ofTask);
    const child = ofTask.get(field) ?? asked.labels(task, field);
    ofTask.set(field, child);
    return child;
  };
  const link = workerLink();
  link?.answerMetrics(() => registry.getMetricsAsJSON());
  return {
    noteAlert: (kind) => {
      alerts.inc({ kind });
    },
    noteDecision: ({ decideUs, journalMs, isDegraded, operation, field }) => {
      decisions.inc();
      childOf(operation, field).inc();
      if (isDegraded) degraded.inc();
      decide.observe(decideUs / 1e6);
      journal.observe(journalMs / 1000);
    },
    noteRefusal: () => {
      refused.inc();
    },
    responsesOf: (operation) => {
      // One labelled child per class of status, looked up once: the hot path only observes.
      const children = [1, 2, 3, 4, 5].map((hundreds) => requests.labels(operation, `${hundreds}xx`));
      return (status, durationMs) => children[Math.floor(status / 100) - 1]?.observe(durationMs / 1000);
    },
    addGauge: gauge,
    addCounter: counter,
    render: () => link?.summedMetrics() ?? registry.metrics(),
    contentType: registry.contentType,
  };
}
