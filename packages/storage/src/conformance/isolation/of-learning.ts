// Everything that an account has learned, trained, replayed and tried. Each method is tried with the ids of another account.
import { drain, T0 } from "../fixtures.ts";
import { VERSION, type Attempts } from "./world.ts";

const job = { workerId: "w", progress: 1, stage: "s", nowMs: T0, leaseMs: 1 };

export const OF_LEARNING = {
  "learned.find": (s, _, accountId) => s.learned.find({ accountId, kind: "online", version: VERSION }),
  "learned.findCurrent": (s, _, accountId) => s.learned.findCurrent({ accountId, kind: "online" }),
  "learned.findCurrentVersion": (s, _, accountId) =>
    s.learned.findCurrentVersion({ accountId, kind: "online" }),
  "learned.setCurrent": (s, _, accountId) =>
    s.learned.setCurrent({ accountId, kind: "online", version: VERSION }),
  "learned.clearCurrent": (s, _, accountId) => s.learned.clearCurrent({ accountId, kind: "online" }),
  "learned.list": (s, _, accountId) => s.learned.list({ accountId, kind: "online" }),
  "learned.prune": (s, _, accountId) => s.learned.prune({ accountId, kind: "online", keep: 0 }),
  "customRouters.find": (s, f, accountId) => s.customRouters.find({ accountId, id: f.routerId }),
  "customRouters.list": (s, _, accountId) => s.customRouters.list({ accountId }),
  "customRouters.reportProgress": (s, f, accountId) =>
    s.customRouters.reportProgress({ accountId, id: f.routerId, ...job }),
  "customRouters.enqueue": (s, f, accountId) =>
    s.customRouters.enqueue({
      accountId,
      id: f.routerId,
      name: "elsewhere",
      preferenceId: null,
      upload: {},
      params: {},
      nowMs: T0,
    }),
  "customRouters.finish": (s, f, accountId) => s.customRouters.finish({ accountId, id: f.routerId, ...job }),
  "customRouters.cancel": (s, f, accountId) =>
    s.customRouters.cancel({ accountId, id: f.routerId, nowMs: T0 }),
  "customRouters.delete": (s, f, accountId) => s.customRouters.delete({ accountId, id: f.routerId }),
  "customRouters.update": (s, f, accountId) =>
    s.customRouters.update({ accountId, id: f.routerId, preferenceId: "p", nowMs: T0 }),
  "customRouters.putUploadPart": (s, f, accountId) =>
    s.customRouters.putUploadPart({ accountId, id: f.routerId, part: 0, bytes: Uint8Array.of(66) }),
  "customRouters.streamEvidence": (s, f, accountId) =>
    drain(s.customRouters.streamEvidence({ accountId, id: f.routerId, kind: "rows" })),
  "customRouters.deleteEvidence": (s, f, accountId) =>
    s.customRouters.deleteEvidence({ accountId, id: f.routerId, kind: "rows" }),
  "customRouters.putRows": (s, f, accountId) =>
    s.customRouters.putRows({
      accountId,
      id: f.routerId,
      workerId: "w",
      parts: [Uint8Array.of(66)],
      upload: { from: "elsewhere" },
    }),
  "customRouters.requeue": (s, f, accountId) =>
    s.customRouters.requeue({ accountId, id: f.routerId, params: { from: "elsewhere" }, nowMs: T0 }),
  "customRouters.putArtefact": (s, f, accountId) =>
    s.customRouters.putArtefact({ accountId, id: f.routerId, blob: Uint8Array.of(66) }),
  "customRouters.findArtefact": (s, f, accountId) =>
    s.customRouters.findArtefact({ accountId, id: f.routerId }),
  "replayJobs.find": (s, f, accountId) => s.replayJobs.find({ accountId, id: f.replayId }),
  "replayJobs.list": (s, _, accountId) => s.replayJobs.list({ accountId }),
  "replayJobs.reportProgress": (s, f, accountId) =>
    s.replayJobs.reportProgress({ accountId, id: f.replayId, ...job }),
  "replayJobs.finish": (s, f, accountId) => s.replayJobs.finish({ accountId, id: f.replayId, ...job }),
  "replayJobs.cancel": (s, f, accountId) => s.replayJobs.cancel({ accountId, id: f.replayId, nowMs: T0 }),
  "replayJobs.delete": (s, f, accountId) => s.replayJobs.delete({ accountId, id: f.replayId }),
  "replayJobs.prune": (s, _, accountId) => s.replayJobs.prune({ accountId, keep: 0 }),
  "experiments.list": (s, f, accountId) => s.experiments.list({ accountId, preferenceId: f.preferenceId }),
  "experiments.conclude": (s, f, accountId) =>
    s.experiments.conclude({ accountId, id: f.experimentId, report: {} }),
  "experiments.prune": (s, _, accountId) => s.experiments.prune({ accountId, keep: 0 }),
} as const satisfies Attempts;
