// A Grafana dashboard of the service: traffic, latency, journal, process. Two panels a row.
import { METRICS } from "@signalbox/server";

interface Panel {
  readonly title: string;
  readonly unit: string;
  /** Legend -> PromQL. */
  readonly queries: Readonly<Record<string, string>>;
}

const { decisions, degraded, requests, decide, journal, queuedRows, failedRows, inFlight } = METRICS;
const DATASOURCE = { type: "prometheus", uid: "${datasource}" };
const PANEL = { width: 12, height: 8 } as const;
/** The generation of Grafana's own format. */
const SCHEMA_VERSION = 39;

const quantile = (share: number, name: string, filter = ""): string =>
  `histogram_quantile(${share}, sum by (le) (rate(${name}_bucket${filter}[$__rate_interval])))`;

const quantiles = (name: string, filter?: string): Readonly<Record<string, string>> => ({
  p50: quantile(0.5, name, filter),
  p95: quantile(0.95, name, filter),
  p99: quantile(0.99, name, filter),
});

const rate = (name: string, by: string): string => `sum by (${by}) (rate(${name}[$__rate_interval]))`;

const PANELS: readonly Panel[] = [
  {
    title: "Decisions a second",
    unit: "ops",
    queries: { "{{instance}}": rate(decisions.name, "instance") },
  },
  {
    title: "Requests a second by status",
    unit: "ops",
    queries: { "{{status}}": rate(`${requests.name}_count`, "status") },
  },
  {
    title: "Whole request for a decision",
    unit: "s",
    queries: quantiles(requests.name, '{operation="selectModel"}'),
  },
  { title: "The decision alone", unit: "s", queries: quantiles(decide.name) },
  { title: "Commit of a decision", unit: "s", queries: quantiles(journal.name) },
  {
    title: "Decisions waiting for their commit, requests in flight",
    unit: "short",
    queries: { waiting: `sum(${queuedRows.name})`, "in flight": `sum(${inFlight.name})` },
  },
  {
    title: "Degraded decisions and failed commits",
    unit: "short",
    queries: {
      degraded: `sum(increase(${degraded.name}[$__rate_interval]))`,
      "not committed": `sum(increase(${failedRows.name}[$__rate_interval]))`,
    },
  },
  {
    title: "Processor and memory",
    unit: "short",
    queries: {
      "cores, {{instance}}": "rate(signalbox_process_cpu_seconds_total[$__rate_interval])",
      "GB, {{instance}}": "signalbox_process_resident_memory_bytes / 1e9",
    },
  },
];

function renderPanel({ title, unit, queries }: Panel, index: number): object {
  return {
    id: index + 1,
    type: "timeseries",
    title,
    datasource: DATASOURCE,
    gridPos: {
      w: PANEL.width,
      h: PANEL.height,
      x: (index % 2) * PANEL.width,
      y: Math.floor(index / 2) * PANEL.height,
    },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: Object.entries(queries).map(([legendFormat, expr], target) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + target),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}

export function renderGrafana(): string {
  const dashboard = {
    uid: "signalbox",
    title: "Signalbox",
    schemaVersion: SCHEMA_VERSION,
    time: { from: "now-6h", to: "now" },
    refresh: "30s",
    templating: {
      list: [{ name: "datasource", label: "Data source", type: "datasource", query: "prometheus" }],
    },
    panels: PANELS.map(renderPanel),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
