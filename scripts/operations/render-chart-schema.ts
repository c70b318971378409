// deploy/helm/signalbox/values.schema.json: what Helm checks values against before it renders anything. Settings are listed by
// name, so that a misspelt one is refused here as it is in a configuration file, and a secret cannot be written down as a value.
import type { SettingDefinition } from "@signalbox/contracts";

/** The chart gives these to the container itself. */
const SET_BY_CHART = new Set([
  "HOST",
  "PORT",
  "DATABASE_URL",
  "SIGNALBOX_DATA_DIR",
  "SIGNALBOX_DRAIN_MS",
  "SIGNALBOX_SHUTDOWN_GRACE_MS",
]);

type Schema = Readonly<Record<string, unknown>>;

const closed = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

const text: Schema = { type: "string" };
const yesOrNo: Schema = { type: "boolean" };
const anything: Schema = { type: "object" };
const texts: Schema = { type: "object", additionalProperties: { type: "string" } };
const objects: Schema = { type: "array", items: { type: "object" } };
const whole = (minimum: number, maximum: number): Schema => ({ type: "integer", minimum, maximum });
/** Name of a Kubernetes object; empty where none is named. */
const name: Schema = { type: "string", pattern: "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$", maxLength: 253 };
const quantity: Schema = { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?(m|[KMGTP]i?)?$" };
const secretKey = closed({ secret: { ...name, minLength: 1 }, key: { type: "string", minLength: 1 } }, [
  "secret",
  "key",
]);

function deploymentValues(): Readonly<Record<string, Schema>> {
  return {
    replicas: whole(1, 100),
    image: closed({
      repository: { type: "string", minLength: 1 },
      tag: text,
      digest: { type: "string", pattern: "^(sha256:[0-9a-f]{64})?$" },
      pullPolicy: { enum: ["Always", "IfNotPresent", "Never"] },
      pullSecrets: { type: "array", items: { ...name, minLength: 1 } },
    }),
    database: closed({ existingSecret: name, key: { type: "string", minLength: 1 } }),
    persistence: closed({ size: quantity, storageClass: name, existingClaim: name }),
    drainSeconds: whole(0, 600),
    shutdownGraceSeconds: whole(0, 600),
    resources: anything,
    diskLimits: closed({ temporary: quantity, spool: quantity }),
    serviceAccount: closed({ name, create: yesOrNo, annotations: texts }),
    podAnnotations: texts,
    podLabels: texts,
    nodeSelector: texts,
    tolerations: objects,
    affinity: anything,
  };
}

function networkValues(): Readonly<Record<string, Schema>> {
  const port = whole(1, 65_535);
  return {
    service: closed({
      type: { enum: ["ClusterIP", "NodePort", "LoadBalancer"] },
      port,
      annotations: texts,
    }),
    ingress: closed({
      enabled: yesOrNo,
      className: name,
      annotations: texts,
      host: { type: "string", maxLength: 253 },
      tlsSecret: name,
    }),
    autoscaling: closed({
      enabled: yesOrNo,
      minReplicas: whole(1, 100),
      maxReplicas: whole(1, 100),
      cpuPercent: whole(1, 100),
    }),
    disruptionBudget: closed({
      maxUnavailable: { anyOf: [whole(0, 100), { type: "string", pattern: "^[0-9]{1,3}%$" }] },
    }),
    networkPolicy: closed({
      enabled: yesOrNo,
      from: objects,
      databaseTo: objects,
      databasePort: port,
      egress: objects,
    }),
  };
}

/** A value is a text: Helm reads a large number as a float and would pass `1e+06` on. */
function settingValues(settings: readonly SettingDefinition[]): Readonly<Record<string, Schema>> {
  const open = settings.filter(({ env }) => !SET_BY_CHART.has(env));
  const plain = open.filter(({ isSecret }) => !isSecret);
  const named = (list: readonly SettingDefinition[], schemaOf: (setting: SettingDefinition) => Schema) =>
    closed(Object.fromEntries(list.map((setting) => [setting.env, schemaOf(setting)])));
  return {
    settings: named(plain, ({ description, choices }) => ({
      type: "string",
      description,
      ...(choices.length > 0 && { enum: choices }),
    })),
    secretSettings: named(open, () => secretKey),
  };
}

export function renderChartSchema(settings: readonly SettingDefinition[]): string {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Values of the chart of Signalbox",
    ...closed({ ...deploymentValues(), ...networkValues(), ...settingValues(settings), global: anything }),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
