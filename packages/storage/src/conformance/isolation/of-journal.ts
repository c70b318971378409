// Decisions, what is added up of them, and what was reported. Each method is tried with the ids of another account.
import { drain, HOUR, T0 } from "../fixtures.ts";
import { WINDOW, type Attempts, type World } from "./world.ts";

const sessionsOf = ({ sessionId }: World) => ({
  sessions: { sessionIds: [sessionId], chains: [{ chainId: sessionId, subjectDigest: undefined }] },
});

export const OF_JOURNAL = {
  "decisions.find": (s, f, accountId) => s.decisions.find({ accountId, sessionId: f.sessionId }),
  "decisions.findSummary": (s, f, accountId) =>
    s.decisions.findSummary({ accountId, sessionId: f.sessionId }),
  "decisions.neighbours": async (s, f, accountId) => {
    const around = { accountId, sessionId: f.sessionId, createdAtMs: T0 };
    return Object.values(await s.decisions.neighbours(around)).filter(
      (id) => id !== null && id !== undefined,
    );
  },
  "decisions.list": (s, f, accountId) => s.decisions.list({ accountId, q: f.sessionId }),
  "decisions.listSorted": (s, _, accountId) =>
    s.decisions.listSorted({ accountId, sort: "usd", rowsMax: 10, toMs: T0 * 2 }),
  "decisions.listTexts": async (s, f, accountId) => {
    const texts = await s.decisions.listTexts({ accountId, sessionIds: [f.sessionId], charsMax: 10_000 });
    return [...texts.keys()];
  },
  "decisions.listDigests": (s, _, accountId) => s.decisions.listDigests({ accountId, afterMs: 0, limit: 10 }),
  "decisions.listAfter": (s, _, accountId) => s.decisions.listAfter({ accountId, afterMs: 0, limit: 10 }),
  "decisions.listChain": (s, f, accountId) => s.decisions.listChain({ accountId, chainId: f.sessionId }),
  "decisions.chainsOf": (s, f, accountId) => s.decisions.chainsOf({ accountId, sessionIds: [f.sessionId] }),
  "decisions.stream": (s, f, accountId) => drain(s.decisions.stream({ accountId, keyId: f.keyId })),
  "decisions.count": (s, _, accountId) => s.decisions.count({ accountId }),
  "decisions.measure": async (s, f, accountId) =>
    (await s.decisions.measure({ accountId, ...sessionsOf(f), limit: 10 })).decisions,
  "decisions.erase": async (s, f, accountId) =>
    (await s.decisions.erase({ accountId, ...sessionsOf(f), limit: 10 })).decisions,
  "decisions.delete": (s, f, accountId) => s.decisions.delete({ accountId, sessionIds: [f.sessionId] }),
  "decisions.purge": (s, _, accountId) => s.decisions.purge({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "decisions.purgeText": (s, _, accountId) =>
    s.decisions.purgeText({ accountId, beforeMs: T0 * 2, limit: 10 }),
  "overview.read": async (s, _, accountId) => {
    const overview = await s.overview.read({ accountId, ...WINDOW });
    return overview.models.length + overview.feedback.count + overview.latency.count;
  },
  "decisions.sumChains": async (s, _, accountId) =>
    (
      await s.decisions.sumChains({
        accountId,
        fromMs: 0,
        toMs: T0 * 2,
        turnsMin: 1,
        order: "latest",
        limit: 10,
        rowsMax: 100,
      })
    ).chains,
  "groups.readTags": (s, _, accountId) => s.groups.readTags({ accountId, fromMs: 0, valuesMax: 10 }),
  "groups.read": (s, _, accountId) => s.groups.read({ accountId, ...WINDOW, dimension: "label" }),
  "groups.readFiltered": async (s, f, accountId) => {
    const filter = { accountId: f.accountId, label: "mini" };
    return (await s.groups.readFiltered({ accountId, ...WINDOW, dimension: "key", filter })).groups;
  },
  "savings.read": async (s, _, accountId) =>
    (await s.savings.read({ accountId, ...WINDOW, labels: ["large"] })).get("large") ?? [],
  "groups.total": async (s, _, accountId) => (await s.groups.total({ accountId, ...WINDOW })).decisions,
  "overview.purge": (s, _, accountId) => s.overview.purge({ accountId, beforeMs: T0 * 2 }),
  "feedback.put": (s, f, accountId) =>
    s.feedback.put({ accountId, sessionId: f.sessionId, label: "mini", value: 0, atMs: T0 }),
  "feedback.putAll": async (s, f, accountId) =>
    (
      await s.feedback.putAll([{ accountId, sessionId: f.sessionId, label: "mini", value: 0, atMs: T0 }])
    ).filter((outcome) => outcome !== undefined),
  "feedback.withdrawAll": async (s, f, accountId) =>
    (await s.feedback.withdrawAll([{ accountId, sessionId: f.sessionId, label: "mini", atMs: T0 }])).filter(
      (outcome) => outcome !== undefined,
    ),
  "feedback.withdraw": (s, f, accountId) =>
    s.feedback.withdraw({ accountId, sessionId: f.sessionId, label: "mini", atMs: T0 }),
  "feedback.listBySession": (s, f, accountId) =>
    s.feedback.listBySession({ accountId, sessionId: f.sessionId }),
  "feedback.listBySessions": (s, f, accountId) =>
    s.feedback.listBySessions({ accountId, sessionIds: [f.sessionId] }),
  "feedback.listHistory": (s, f, accountId) =>
    s.feedback.listHistory({ accountId, sessionId: f.sessionId, label: "mini" }),
  "feedback.list": (s, _, accountId) => s.feedback.list({ accountId }),
  "feedback.listForLearning": (s, _, accountId) => s.feedback.listForLearning({ accountId }),
  "feedback.statistics": (s, _, accountId) =>
    s.feedback.statistics({ accountId, fromMs: 0, toMs: T0 + HOUR }),
  "feedback.sumByKey": (s, _, accountId) => s.feedback.sumByKey({ accountId }),
  "feedback.eraseOfKey": (s, _, accountId) =>
    s.feedback.eraseOfKey({ accountId, keyId: null, limit: 10, atMs: T0 }),
  "latency.list": (s, _, accountId) => s.latency.list({ accountId }),
} as const satisfies Attempts;
