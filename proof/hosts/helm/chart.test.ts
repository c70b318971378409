// The chart under the real Helm: what it renders is what Kubernetes knows, keeps the promises of the page about running the
// service, and what cannot work is refused before anything is installed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { suite, test } from "node:test";
import { VERSION } from "@signalbox/contracts";
import { loadConfig } from "@signalbox/server";
import type { Deployment } from "kubernetes-types/apps/v1.d.ts";
import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2.d.ts";
import type { Container, Pod } from "kubernetes-types/core/v1.d.ts";
import type { NetworkPolicy } from "kubernetes-types/networking/v1.d.ts";
import { parse } from "yaml";
import { startRunningService } from "../../../packages/sdk/test/support/running-service.ts";
import { CHART, helm, helmSkipReason, refusal, render, type Manifest, typeFaults } from "./type-check.ts";

const skip = helmSkipReason();
const DATABASE = { database: { existingSecret: "signalbox-database" } };
const THREE = { ...DATABASE, replicas: 3 };
/** Everything that can be switched on. */
const FULL = {
  ...DATABASE,
  image: {
    repository: "registry.example.org/signalbox",
    digest: `sha256:${"a".repeat(64)}`,
    pullSecrets: ["login"],
  },
  settings: { SIGNALBOX_TRUST_PROXY: "1", SIGNALBOX_PUBLIC_URL: "https://router.example.org" },
  secretSettings: { SIGNALBOX_METRICS_TOKEN: { secret: "signalbox", key: "metrics-token" } },
  autoscaling: { enabled: true, minReplicas: 2, maxReplicas: 8 },
  ingress: { enabled: true, className: "nginx", host: "router.example.org", tlsSecret: "certificate" },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress" } } }],
    databaseTo: [{ ipBlock: { cidr: "10.1.0.0/16" } }],
    egress: [{ ports: [{ port: 443, protocol: "TCP" }] }],
  },
  nodeSelector: { "kubernetes.io/arch": "arm64" },
  tolerations: [{ key: "routing", operator: "Exists" }],
};

interface Kinds {
  readonly Deployment: Deployment;
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  readonly NetworkPolicy: NetworkPolicy;
  readonly Pod: Pod;
}

function find<Kind extends keyof Kinds>(manifests: readonly Manifest[], kind: Kind): Kinds[Kind] {
  const found = manifests.find((manifest) => manifest.kind === kind);
  assert.ok(found !== undefined, `no ${kind}`);
  return found as Kinds[Kind];
}

const kindsOf = (values: object): readonly string[] =>
  render(values)
    .map(({ kind }) => kind)
    .sort();

function containerOf(manifests: readonly Manifest[]): Container {
  const [container] = find(manifests, "Deployment").spec?.template.spec?.containers ?? [];
  assert.ok(container !== undefined);
  return container;
}

test("the chart has the version of the service", () => {
  const { version, appVersion } = parse(readFileSync(join(CHART, "Chart.yaml"), "utf8")) as Record<
    string,
    string
  >;
  assert.deepEqual([version, appVersion], [VERSION, VERSION]);
});

suite("the chart", { skip }, () => {
  test("passes Helm's own lint", () => {
    const { code, out } = helm(["lint", "--strict", CHART]);
    assert.equal(code, 0, out);
  });

  test("renders objects that Kubernetes knows, member by member", () => {
    const manifests = [{}, THREE, FULL].flatMap(render);
    assert.equal(typeFaults(manifests), "");
    const [first] = manifests;
    assert.ok(first !== undefined);
    assert.match(typeFaults([{ ...first, spec: { podSelektor: {} } }]), /podSelektor/);
  });

  test("makes what its values ask for and nothing else", () => {
    const always = ["Deployment", "NetworkPolicy", "Pod", "Service", "ServiceAccount"];
    assert.deepEqual(kindsOf({}), [...always, "PersistentVolumeClaim"].sort());
    assert.deepEqual(kindsOf(THREE), [...always, "PodDisruptionBudget"].sort());
    const full = [...always, "HorizontalPodAutoscaler", "Ingress", "PodDisruptionBudget"];
    assert.deepEqual(kindsOf(FULL), full.sort());
  });

  test("refuses several replicas without PostgreSQL", () => {
    for (const values of [{ replicas: 2 }, { autoscaling: { enabled: true } }])
      assert.match(refusal(values), /More than one replica needs PostgreSQL.*database\.existingSecret/);
    assert.match(
      refusal({ ...FULL, autoscaling: { enabled: true, minReplicas: 9 } }),
      /maxReplicas is below/,
    );
  });

  test("refuses misspelt values, misspelt settings, and secrets that are written down", () => {
    assert.match(refusal({ replica: 3 }), /replica is not allowed/);
    assert.match(refusal({ settings: { SIGNALBOX_TOLERNCE: "0.1" } }), /SIGNALBOX_TOLERNCE is not allowed/);
    assert.match(
      refusal({ settings: { SIGNALBOX_METRICS_TOKEN: "t" } }),
      /SIGNALBOX_METRICS_TOKEN is not allowed/,
    );
    assert.match(
      refusal({ settings: { DATABASE_URL: "postgres://u:p@h/d" } }),
      /DATABASE_URL is not allowed/,
    );
    assert.match(
      refusal({ settings: { SIGNALBOX_JOURNAL_WAIT: "half" } }),
      /SIGNALBOX_JOURNAL_WAIT must be one of/,
    );
    assert.match(
      refusal({ settings: { SIGNALBOX_BODY_BYTES_MAX: 9_000_000 } }),
      /Expected: string, given: integer/,
    );
    assert.match(refusal({ ingress: { enabled: true } }), /ingress\.host is the name/);
  });

  test("has memory for a training beside the service, and bounds what it writes on its node", () => {
    const { trainingMemoryMbMax } = loadConfig({ file: undefined, env: {}, flags: {} }).learning;
    for (const manifests of [render({}), render(THREE)]) {
      const [, gibibytes] =
        /^(\d+)Gi$/.exec(String(containerOf(manifests).resources?.limits?.["memory"])) ?? [];
      assert.ok(Number(gibibytes) * 1024 >= 1.5 * trainingMemoryMbMax);
      const volumes = find(manifests, "Deployment").spec?.template.spec?.volumes ?? [];
      const written = volumes.flatMap(({ emptyDir }) => (emptyDir === undefined ? [] : [emptyDir]));
      assert.ok(written.length > 0);
      for (const { sizeLimit } of written) assert.match(String(sizeLimit), /^\d+[GM]i$/);
    }
  });

  test("runs without rights, on a root that is read-only, and mounts no token of the cluster", () => {
    const manifests = render(FULL);
    const pods = [find(manifests, "Deployment").spec?.template.spec, find(manifests, "Pod").spec];
    for (const pod of pods) {
      assert.equal(pod?.automountServiceAccountToken, false);
      assert.equal(pod.securityContext?.runAsNonRoot, true);
      for (const { securityContext } of pod.containers) {
        assert.equal(securityContext?.readOnlyRootFilesystem, true);
        assert.equal(securityContext.allowPrivilegeEscalation, false);
        assert.deepEqual(securityContext.capabilities?.drop, ["ALL"]);
      }
    }
  });

  test("takes secrets by reference, and probes the addresses that the service has", () => {
    const { env = [], startupProbe, livenessProbe, readinessProbe } = containerOf(render(FULL));
    const referred = env.filter(({ valueFrom }) => valueFrom !== undefined);
    assert.deepEqual(
      referred.map(({ name, valueFrom }) => [
        name,
        valueFrom?.secretKeyRef?.name,
        valueFrom?.secretKeyRef?.key,
      ]),
      [
        ["DATABASE_URL", "signalbox-database", "DATABASE_URL"],
        ["SIGNALBOX_METRICS_TOKEN", "signalbox", "metrics-token"],
      ],
    );
    const probed = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path);
    assert.deepEqual(probed, ["/livez", "/livez", "/readyz"]);
  });

  test("upgrades PostgreSQL replicas without a gap, and never runs two on the embedded database", () => {
    const several = find(render(THREE), "Deployment").spec;
    assert.deepEqual(several?.strategy?.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
    const drainMs = Number(
      several.template.spec?.containers[0]?.env?.find(({ name }) => name === "SIGNALBOX_DRAIN_MS")?.value,
    );
    const { periodSeconds = 0, failureThreshold = 0 } = containerOf(render(THREE)).readinessProbe ?? {};
    assert.ok(drainMs > periodSeconds * failureThreshold * 1000, "a probe fails before the replica goes");
    assert.ok((several.template.spec?.terminationGracePeriodSeconds ?? 0) > drainMs / 1000 + 10);
    assert.equal(find(render({}), "Deployment").spec?.strategy?.type, "Recreate");
    assert.equal(find(render(FULL), "Deployment").spec?.replicas, undefined, "the autoscaler decides");
    assert.equal(find(render(FULL), "HorizontalPodAutoscaler").spec?.maxReplicas, 8);
  });

  test("lets in the named callers and the chart's own test, and out to names and the database alone", () => {
    const { spec } = find(render(FULL), "NetworkPolicy");
    const [{ from = [] } = {}] = spec?.ingress ?? [];
    const testLabels = find(render(FULL), "Pod").metadata?.labels ?? {};
    assert.equal(from.length, 2);
    for (const [label, value] of Object.entries(from[1]?.podSelector?.matchLabels ?? {}))
      assert.equal(testLabels[label], value);
    const out = (values: object) =>
      (find(render(values), "NetworkPolicy").spec?.egress ?? []).flatMap(({ ports = [] }) =>
        ports.map(({ port }) => port),
      );
    assert.deepEqual(out({}), [53, 53]);
    assert.deepEqual(out(THREE), [53, 53, 5432]);
  });

  test("has a test that says whether a running service is ready", async () => {
    const [container] = find(render({}), "Pod").spec?.containers ?? [];
    const [, flag = ""] = container?.command ?? [];
    const run = async (address: string): Promise<readonly [number | null, string]> => {
      const env = { ...process.env, ADDRESS: address };
      const child = spawn(process.execPath, [flag, ...(container?.args ?? [])], { env });
      const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
      return [code as number | null, said];
    };
    const service = await startRunningService();
    try {
      assert.equal((await run(`${service.url}/nowhere`))[0], 1);
      const [code, said] = await run(`${service.url}/readyz`);
      assert.equal(code, 0);
      assert.match(said, /^200 .*"ready"/);
    } finally {
      await service.stop();
    }
  });
});
