// Row types of every table as Kysely sees them (camelCase here, snake_case in the database).
// JSON is kept as text, truth values as 0 and 1, times as milliseconds: the same on both databases.

import type { EvidenceKind, JobState } from "../interface/learning.ts";
import type {
  DecisionGroupsTable,
  DecisionLabelsTable,
  DecisionLatenciesTable,
  DecisionPartsTable,
  DecisionsTable,
  Flag,
} from "./journal-tables.ts";
import type { Role } from "@signalbox/contracts";
import type { SignInMethod } from "../interface/users.ts";

// Row types of the tables of people and how they sign in.

interface UsersTable {
  id: string;
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string | null;
  createdAtMs: number;
  lastSignInAtMs: number | null;
  emailVerifiedAtMs: number | null;
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
  signedInBy: SignInMethod;
}

interface PasswordResetsTable {
  tokenHash: string;
  userId: string;
  createdAtMs: number;
  expiresAtMs: number;
}

interface SecondFactorsTable {
  userId: string;
  secret: string;
  lastStep: number;
  createdAtMs: number;
  confirmedAtMs: number | null;
}

interface RecoveryCodesTable {
  userId: string;
  codeHash: string;
}

interface AccountsTable {
  id: string;
  name: string;
  settings: string;
  digestKey: string;
  claimTokenHash: string | null;
  isDeleting: Flag;
  createdAtMs: number;
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
  ownerId: string | null;
  makerId: string | null;
  addresses: string | null;
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

interface PreferenceDraftsTable {
  accountId: string;
  userId: string;
  preferenceId: string;
  name: string;
  policy: string;
  baseVersion: number;
  updatedAtMs: number;
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
}

export type RouterFileKind = EvidenceKind | "artefact";

interface RouterFilesTable {
  routerId: string;
  kind: RouterFileKind;
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

/** Changes that other processes on the same SQLite file should hear of. */
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
  secondFactors: SecondFactorsTable;
  recoveryCodes: RecoveryCodesTable;
  apiKeys: ApiKeysTable;
  preferences: PreferencesTable;
  preferenceVersions: PreferenceVersionsTable;
  preferenceDrafts: PreferenceDraftsTable;
  decisionParts: DecisionPartsTable;
  decisions: DecisionsTable;
  decisionLabels: DecisionLabelsTable;
  decisionLatencies: DecisionLatenciesTable;
  decisionGroups: DecisionGroupsTable;
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
  changes: ChangesTable;
  migrations: { version: number; name: string };
}
