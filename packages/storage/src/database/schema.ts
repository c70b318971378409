// Row types of every table as Kysely sees them (camelCase here, snake_case in the database).
// JSON is kept as text, truth values as 0 and 1, times as milliseconds: the same on both databases.
import type { JobState } from "../interface/learning.ts";
import type { Role } from "../interface/users.ts";

type Flag = 0 | 1;

interface AccountsTable {
  id: string;
  name: string;
  settings: string;
  digestKey: string;
  claimTokenHash: string | null;
  isDeleting: Flag;
  createdAtMs: number;
}

interface UsersTable {
  id: string;
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string | null;
  createdAtMs: number;
  lastSignInAtMs: number | null;
}

interface IdentitiesTable {
  issuer: string;
  subject: string;
  userId: string;
  createdAtMs: number;
}

interface MembershipsTable {
  accountId: string;
  userId: string;
  role: Role;
  createdAtMs: number;
}

interface InvitesTable {
  id: string;
  accountId: string;
  email: string;
  role: Role;
  tokenHash: string;
  invitedByUserId: string | null;
  createdAtMs: number;
  expiresAtMs: number;
  acceptedAtMs: number | null;
}

interface BrowserSessionsTable {
  id: string;
  tokenHash: string;
  userId: string;
  accountId: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  ip: string | null;
  userAgent: string | null;
}

interface PasswordResetsTable {
  tokenHash: string;
  userId: string;
  createdAtMs: number;
  expiresAtMs: number;
}

interface ApiKeysTable {
  id: string;
  accountId: string;
  hash: string;
  prefix: string;
  name: string;
  scopes: string;
  rateLimitPerMinute: number | null;
  createdAtMs: number;
  createdBy: string | null;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
  revokedAtMs: number | null;
  replacedById: string | null;
}

interface PreferencesTable {
  id: string;
  accountId: string;
  version: number;
  createdAtMs: number;
  updatedAtMs: number;
  deletedAtMs: number | null;
}

interface PreferenceVersionsTable {
  preferenceId: string;
  version: number;
  accountId: string;
  name: string;
  policy: string;
  createdAtMs: number;
  createdBy: string | null;
  restoredFrom: number | null;
}

export interface DecisionsTable {
  sessionId: string;
  accountId: string;
  keyId: string | null;
  createdAtMs: number;
  chainId: string;
  previousSessionId: string | null;
  turn: number;
  label: string;
  provider: string | null;
  model: string | null;
  modelId: string | null;
  field: string;
  language: string;
  difficulty: number;
  success: number;
  spread: number;
  usd: number | null;
  seconds: number | null;
  inputTokens: number;
  propensity: number;
  decideUs: number;
  degraded: Flag;
  explored: Flag;
  candidateCount: number;
  rejectedCount: number;
  artefactVersion: string;
  catalogueVersion: string;
  policyVersion: string;
  preferenceId: string | null;
  preferenceVersion: number | null;
  requestDigest: string;
  features: Uint8Array | null;
  loadings: Uint8Array | null;
  explanation: string;
  request: string;
  text: string | null;
  shadow: string | null;
}

/** Sums over the decisions of one account and hour. */
export interface DecisionHoursTable {
  accountId: string;
  hourMs: number;
  decisions: number;
  degraded: number;
  explored: number;
  rejected: number;
  withRejections: number;
  successSum: number;
  priced: number;
  usdSum: number;
  cheapestCount: number;
  cheapestUsdSum: number;
  cheapestSuccessSum: number;
  cheapestRoutedUsdSum: number;
  cheapestRoutedSuccessSum: number;
  bestCount: number;
  bestUsdSum: number;
  bestSuccessSum: number;
  bestRoutedUsdSum: number;
  bestRoutedSuccessSum: number;
}

/** Sums by label: how often it was picked, and what it would have cost wherever it could have been. */
export interface DecisionLabelsTable {
  accountId: string;
  hourMs: number;
  label: string;
  picked: number;
  pickedSuccessSum: number;
  pickedPriced: number;
  pickedUsdSum: number;
  offered: number;
  offeredUsdSum: number;
  offeredSuccessSum: number;
  routedUsdSum: number;
  routedSuccessSum: number;
}

export interface DecisionLatenciesTable {
  accountId: string;
  hourMs: number;
  bucket: number;
  decisions: number;
}

interface FeedbackTable {
  sessionId: string;
  label: string;
  accountId: string;
  value: number | null;
  usage: string;
  keyId: string | null;
  scope: "decision" | "chain";
  details: string;
  revision: number;
  createdAtMs: number;
  updatedAtMs: number;
  withdrawnAtMs: number | null;
}

interface FeedbackRevisionsTable {
  sessionId: string;
  label: string;
  revision: number;
  accountId: string;
  value: number | null;
  usage: string;
  keyId: string | null;
  withdrawn: Flag;
  atMs: number;
}

interface FeedbackHoursTable {
  accountId: string;
  hourMs: number;
  label: string;
  field: string;
  judged: number;
  predictedSum: number;
  reportedSum: number;
  squaredErrorSum: number;
}

interface LatenciesTable {
  accountId: string;
  modelKey: string;
  histogram: string;
  updatedAtMs: number;
}

interface LearnedSnapshotsTable {
  accountId: string;
  kind: string;
  version: string;
  parentVersion: string | null;
  meta: string;
  blob: Uint8Array;
  createdAtMs: number;
}

interface LearnedCurrentTable {
  accountId: string;
  kind: string;
  version: string;
}

export interface JobColumns {
  id: string;
  accountId: string;
  state: JobState;
  progress: number;
  stage: string;
  params: string;
  report: string | null;
  error: string | null;
  workerId: string | null;
  attempts: number;
  createdAtMs: number;
  updatedAtMs: number;
  leaseExpiresAtMs: number | null;
}

interface CustomRoutersTable extends JobColumns {
  name: string;
  preferenceId: string | null;
  upload: string;
  hasArtefact: Flag;
  isActive: Flag;
}

interface RouterFilesTable {
  routerId: string;
  kind: "upload" | "artefact";
  part: number;
  accountId: string;
  bytes: Uint8Array;
}

interface AuditLogTable {
  id: string;
  accountId: string;
  atMs: number;
  actorKind: "user" | "key" | "system";
  actorId: string | null;
  actorName: string;
  action: string;
  targetId: string | null;
  details: string;
  ip: string | null;
}

interface ModelOverridesTable {
  accountId: string;
  modelId: string;
  facts: string;
  updatedAtMs: number;
  updatedBy: string | null;
}

interface AlertsTable {
  id: string;
  accountId: string;
  kind: string;
  subject: string;
  severity: "info" | "warning" | "critical";
  details: string;
  openedAtMs: number;
  updatedAtMs: number;
  resolvedAtMs: number | null;
}

/** What other processes on the same SQLite file should hear of. */
interface ChangesTable {
  origin: string;
  event: string;
}

export interface Database {
  instance: { key: string; value: string };
  accounts: AccountsTable;
  users: UsersTable;
  identities: IdentitiesTable;
  memberships: MembershipsTable;
  invites: InvitesTable;
  browserSessions: BrowserSessionsTable;
  passwordResets: PasswordResetsTable;
  apiKeys: ApiKeysTable;
  preferences: PreferencesTable;
  preferenceVersions: PreferenceVersionsTable;
  decisions: DecisionsTable;
  decisionHours: DecisionHoursTable;
  decisionLabels: DecisionLabelsTable;
  decisionLatencies: DecisionLatenciesTable;
  feedback: FeedbackTable;
  feedbackRevisions: FeedbackRevisionsTable;
  feedbackHours: FeedbackHoursTable;
  latencies: LatenciesTable;
  learnedSnapshots: LearnedSnapshotsTable;
  learnedCurrent: LearnedCurrentTable;
  customRouters: CustomRoutersTable;
  routerFiles: RouterFilesTable;
  replayJobs: JobColumns;
  auditLog: AuditLogTable;
  modelOverrides: ModelOverridesTable;
  alerts: AlertsTable;
  changes: ChangesTable;
  migrations: { version: number; name: string };
}
