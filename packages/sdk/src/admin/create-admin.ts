// Everything around the decisions: what the dashboard and scripts of an operator do. An entry point of its own, so that
// programs that only select and call do not carry it.

import type {
  FeedbackReport,
  Overview,
  OverviewGroups,
  OverviewGroupsQuery,
  OverviewTags,
  OverviewQuery,
  Ledger,
  LedgerQuery,
  PlaygroundRequest,
  PlaygroundResult,
  PlaygroundSavings,
  PlaygroundSavingsRequest,
  ServiceHealthReport,
  ServiceHealthQuery,
  Account,
  AlertTest,
  AlertWebhook,
  AuditEntry,
  AuditQuery,
  InvitedMember,
  InviteMember,
  Member,
  Page,
  PageQuery,
  UpdateAccount,
  UpdateMember,
  ApiKey,
  ApiKeyWithSecret,
  CreateKey,
  KeysQuery,
  RotateKey,
  UpdateKey,
  PrivacyCount,
  PrivacyErase,
  PrivacyErased,
  PrivacySelection,
  AcceptInvite,
  AuthOptions,
  BrowserSession,
  ChangeEmail,
  ChangePassword,
  Claim,
  Invitation,
  Me,
  OpenInvite,
  RecoveryCodes,
  RequestReset,
  ResetPassword,
  SecondFactorSecret,
  SignIn,
  SignUp,
  SwitchAccount,
  Model,
  ModelOverride,
  ModelsAnswer,
  ModelsQuery,
  SavedModelOverride,
  Alert,
  UpdateAlert,
  CreatePreference,
  DraftResult,
  DryRun,
  DryRunResult,
  Preference,
  PreferenceVersion,
  PutDraft,
  UpdatePreference,
  DecisionDetail,
  DecisionsExportQuery,
  DecisionsQuery,
  DecisionSummary,
  ListedDecision,
  Sessions,
  SessionsQuery,
  CreateReplay,
  Done,
  Drift,
  EndedExperiment,
  Experiment,
  ExperimentsQuery,
  Replay,
  CreateCustomRouter,
  CustomRouter,
  CustomRouterDetail,
  Evidence,
  EvidenceErased,
  UpdateCustomRouter,
} from "@signalbox/contracts";
import { sendFeedback } from "../create-signalbox.ts";
import {
  createTransport,
  type CallOptions,
  type ClientOptions,
  type Transport,
  readEvents,
} from "../transport/transport.ts";
import { SignalboxApiError } from "../transport/errors.ts";

const routerPath = (id: string): string => `/custom-routers/${encodeURIComponent(id)}`;
const UPLOAD_TIMEOUT_MS = 3_600_000;

export interface CustomRouterUpload {
  /** Prompts and scores: CSV, JSON, or results of promptfoo and OpenAI's evals. */
  readonly file: Blob;
  readonly fileName: string;
  readonly name?: string | undefined;
  /** Column that holds the prompt; found by itself when absent. */
  readonly promptColumn?: string | undefined;
  readonly maximize?: boolean | undefined;
  readonly preferenceId?: string | undefined;
  /** Whether its rows are kept to train it again from; default true. */
  readonly keepRows?: boolean | undefined;
}

function formOf(upload: CustomRouterUpload): FormData {
  const form = new FormData();
  const fields = {
    name: upload.name,
    prompt_column: upload.promptColumn,
    maximize: upload.maximize === undefined ? undefined : String(upload.maximize),
    preference_id: upload.preferenceId,
    keep_rows: upload.keepRows === undefined ? undefined : String(upload.keepRows),
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  // The file goes last, so that a server which streams it has read the fields by then.
  form.set("dataset_file", upload.file, upload.fileName);
  return form;
}

function customRoutersResource(transport: Transport) {
  return {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<CustomRouter>>({ method: "GET", path: "/custom-routers", query, ...options }),
    /** @param query `with`: another router, to judge this one beside it on the rows of both */
    get: (id: string, query: { readonly with?: string } = {}, options?: CallOptions) =>
      transport.json<CustomRouterDetail>({ method: "GET", path: routerPath(id), query, ...options }),
    create: (body: CreateCustomRouter) =>
      transport.json<CustomRouter>({ method: "POST", path: "/custom-routers", body }),
    upload: (upload: CustomRouterUpload, options?: CallOptions) =>
      transport.json<CustomRouter>({
        method: "POST",
        path: "/custom-routers",
        body: formOf(upload),
        timeoutMs: UPLOAD_TIMEOUT_MS,
        ...options,
      }),
    /** Switches it on or off, trains it again, stops its training. @throws SignalboxApiError conflict where it cannot */
    update: (id: string, body: UpdateCustomRouter) =>
      transport.json<CustomRouter>({ method: "PATCH", path: routerPath(id), body }),
  };
}

/** Kept evidence: reports under their key, files under their router. */
function evidenceResource(transport: Transport) {
  return {
    list: (options?: CallOptions) =>
      transport.json<{ readonly data: readonly Evidence[] }>({
        method: "GET",
        path: "/feedback",
        ...options,
      }),
    /** With what it taught; repeat it while reports remain. @throws SignalboxApiError conflict while a preference names the router */
    erase: (id: string) =>
      transport.json<EvidenceErased>({ method: "DELETE", path: `/feedback/${encodeURIComponent(id)}` }),
  };
}

const STREAM_TIMEOUT_MS = 2 ** 31 - 1;

interface StreamOptions extends CallOptions {
  /** Called whenever anything arrives, and that is every two seconds at least: silence means that the line is dead. */
  readonly onHeard?: (() => void) | undefined;
}

const decisionPath = (sessionId: string): string => `/decisions/${encodeURIComponent(sessionId)}`;

function decisionsResource(transport: Transport) {
  return {
    list: (query: DecisionsQuery = {}, options?: CallOptions) =>
      transport.json<Page<ListedDecision>>({ method: "GET", path: "/decisions", query, ...options }),
    get: (sessionId: string, options?: CallOptions) =>
      transport.json<DecisionDetail>({ method: "GET", path: decisionPath(sessionId), ...options }),
    /** Every decision that fits, as CSV. */
    exportUrl: (query: DecisionsExportQuery = {}) => transport.url("/decisions/export", query),
    /** Conversations of several turns. */
    sessions: (query: SessionsQuery = {}, options?: CallOptions) =>
      transport.json<Sessions>({ method: "GET", path: "/sessions", query, ...options }),
    /** New decisions as they are made, until the signal aborts or the connection ends. */
    stream: (options: StreamOptions = {}) => tail(transport, options),
  };
}

async function* tail(transport: Transport, options: StreamOptions): AsyncGenerator<DecisionSummary> {
  const response = await transport.raw({
    method: "GET",
    path: "/decisions/stream",
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? STREAM_TIMEOUT_MS,
  });
  if (response.body === null)
    throw new SignalboxApiError({
      code: "bad_response",
      detail: "The stream has no body.",
      status: response.status,
    });
  yield* readEvents<DecisionSummary>(response.body, options.onHeard);
}

function replayResource(transport: Transport) {
  return {
    /** Starts policy A against B over the journal; read it again until it is done. */
    create: (body: CreateReplay) => transport.json<Replay>({ method: "POST", path: "/replay", body }),
    get: (id: string, options?: CallOptions) =>
      transport.json<Replay>({ method: "GET", path: `/replay/${encodeURIComponent(id)}`, ...options }),
    /** Those that are kept, newest first. */
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Replay>>({ method: "GET", path: "/replay", query, ...options }),
    delete: (id: string) =>
      transport.json<Done>({ method: "DELETE", path: `/replay/${encodeURIComponent(id)}` }),
    /** Experiments that have ended, newest first. */
    experiments: (query: ExperimentsQuery = {}, options?: CallOptions) =>
      transport.json<Page<EndedExperiment>>({ method: "GET", path: "/experiments", query, ...options }),
    /** The results that the experiment of a preference has shown. @param preferenceId the one whose policy names the experiment */
    experiment: (preferenceId: string, options?: CallOptions) =>
      transport.json<Experiment>({
        method: "GET",
        path: `/experiments/${encodeURIComponent(preferenceId)}`,
        ...options,
      }),
    drift: (options?: CallOptions) =>
      transport.json<Drift>({ method: "GET", path: "/health/drift", ...options }),
  };
}

const preferencePath = (id: string): string => `/preferences/${encodeURIComponent(id)}`;

function preferencesResource(transport: Transport) {
  return {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Preference>>({ method: "GET", path: "/preferences", query, ...options }),
    get: (id: string, options?: CallOptions) =>
      transport.json<Preference>({ method: "GET", path: preferencePath(id), ...options }),
    create: (body: CreatePreference) =>
      transport.json<Preference>({ method: "POST", path: "/preferences", body }),
    /** Makes a new version, also from an earlier one (`restore`). @throws conflict when `expected_version` is no longer the current one */
    update: (id: string, body: UpdatePreference) =>
      transport.json<Preference>({ method: "PUT", path: preferencePath(id), body, isRepeatable: false }),
    remove: (id: string) => transport.json<unknown>({ method: "DELETE", path: preferencePath(id) }),
    versions: (id: string, query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<PreferenceVersion>>({
        method: "GET",
        path: `${preferencePath(id)}/versions`,
        query,
        ...options,
      }),
    /** The caller's own, kept on the server; null where there is none. */
    draft: (id: string, options?: CallOptions) =>
      transport.json<DraftResult>({ method: "GET", path: `${preferencePath(id)}/draft`, ...options }),
    putDraft: (id: string, body: PutDraft, options?: CallOptions) =>
      transport.json<DraftResult>({ method: "PUT", path: `${preferencePath(id)}/draft`, body, ...options }),
    discardDraft: (id: string) =>
      transport.json<unknown>({ method: "DELETE", path: `${preferencePath(id)}/draft` }),
    /** The changes that a policy would make, decided on conversations or on the last decisions; nothing is stored. */
    dryRun: (id: string, body: DryRun, options?: CallOptions) =>
      transport.json<DryRunResult>({
        method: "POST",
        path: `${preferencePath(id)}/dry-run`,
        body,
        isRepeatable: true,
        ...options,
      }),
  };
}

const overridePath = (id: string): string => `/models/overrides/${encodeURIComponent(id)}`;

function modelsResource(transport: Transport) {
  return {
    /** The catalogue as the account sees it, its overrides applied. */
    list: ({ q, limit, is_brief, ...options }: ModelsQuery & CallOptions = {}) =>
      transport.json<ModelsAnswer>({
        method: "GET",
        path: "/models",
        query: { q, limit, is_brief },
        ...options,
      }),
    /** Corrects a known model, or adds one of the account's own. */
    override: (id: string, body: ModelOverride): Promise<SavedModelOverride | Model> =>
      transport.json({ method: "PUT", path: overridePath(id), body }),
    removeOverride: (id: string) => transport.json<unknown>({ method: "DELETE", path: overridePath(id) }),
  };
}

function alertsResource(transport: Transport) {
  return {
    /** Acknowledges or mutes an alert. */
    update: (id: string, body: UpdateAlert) =>
      transport.json<Alert>({ method: "PATCH", path: `/health/alerts/${encodeURIComponent(id)}`, body }),
  };
}

const SECOND_FACTOR = "/auth/second-factor";

/** Signing in and out with the browser's session cookie; of use to the dashboard only. */
function authResource(transport: Transport) {
  const post = <T>(path: string, body?: unknown) =>
    transport.json<T>({ method: "POST", path: `/auth${path}`, body });
  return {
    options: (options?: CallOptions) =>
      transport.json<AuthOptions>({ method: "GET", path: "/auth/options", ...options }),
    me: (options?: CallOptions) => transport.json<Me>({ method: "GET", path: "/auth/me", ...options }),
    signUp: (body: SignUp) => post<Me>("/sign-up", body),
    signIn: (body: SignIn) => post<Me>("/sign-in", body),
    signOut: () => post<unknown>("/sign-out"),
    claim: (body: Claim) => post<Me>("/claim", body),
    changePassword: (body: ChangePassword) => post<unknown>("/password", body),
    requestReset: (body: RequestReset) => post<unknown>("/reset-request", body),
    resetPassword: (body: ResetPassword) => post<unknown>("/reset", body),
    /** Turns this browser to another of the person's organisations; its session is a new one afterwards. */
    switchAccount: (body: SwitchAccount) => post<Me>("/switch", body),
    changeEmail: (body: ChangeEmail) => post<unknown>("/email", body),
    /** Who invites to which organisation. `keep`: for the single sign-on that follows in this browser. */
    openInvite: (body: OpenInvite) => post<Invitation>("/invite", body),
    acceptInvite: (body: AcceptInvite) => post<Me>("/accept-invite", body),
    sessions: (options?: CallOptions) =>
      transport.json<Page<BrowserSession>>({ method: "GET", path: "/auth/sessions", ...options }),
    endSession: (id: string) =>
      transport.json<unknown>({ method: "DELETE", path: `/auth/sessions/${encodeURIComponent(id)}` }),
    /** A secret for the app; it counts from the first code on. */
    startSecondFactor: (password: string) =>
      transport.json<SecondFactorSecret>({ method: "POST", path: SECOND_FACTOR, body: { password } }),
    confirmSecondFactor: (code: string) => post<RecoveryCodes>("/second-factor/confirm", { code }),
    renewRecoveryCodes: (code: string) => post<RecoveryCodes>("/second-factor/recovery-codes", { code }),
    endSecondFactor: (code: string) =>
      transport.json<unknown>({ method: "DELETE", path: SECOND_FACTOR, body: { code } }),
    oidcStartUrl: () => transport.url("/auth/oidc/start"),
  };
}

function accountResource(transport: Transport) {
  return {
    get: (options?: CallOptions) => transport.json<Account>({ method: "GET", path: "/account", ...options }),
    update: (body: UpdateAccount) => transport.json<Account>({ method: "PATCH", path: "/account", body }),
    /** The address where alerts are posted, and the secret that signs the posts. */
    alertWebhook: (options?: CallOptions) =>
      transport.json<AlertWebhook>({ method: "GET", path: "/account/alert-webhook", ...options }),
    /** Sends a test to where alerts go. */
    testAlerts: () => transport.json<AlertTest>({ method: "POST", path: "/account/test-alerts", body: {} }),
    /** Deletes the account and everything in it. `confirm` is its name, typed again. */
    remove: (confirm: string) =>
      transport.json<unknown>({ method: "DELETE", path: "/account", body: { confirm } }),
    /** Everything the account holds, as NDJSON. */
    exportUrl: () => transport.url("/account/export"),
    /** The whole audit log, as NDJSON. */
    auditLogExportUrl: () => transport.url("/audit-log/export"),
    auditLog: (query: AuditQuery = {}, options?: CallOptions) =>
      transport.json<Page<AuditEntry>>({ method: "GET", path: "/audit-log", query, ...options }),
  };
}

const memberPath = (id: string): string => `/members/${encodeURIComponent(id)}`;

function membersResource(transport: Transport) {
  return {
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Member>>({ method: "GET", path: "/members", query, ...options }),
    invite: (body: InviteMember) => transport.json<InvitedMember>({ method: "POST", path: "/members", body }),
    update: (id: string, body: UpdateMember) =>
      transport.json<Member>({ method: "PATCH", path: memberPath(id), body }),
    remove: (id: string) => transport.json<unknown>({ method: "DELETE", path: memberPath(id) }),
  };
}

const keyPath = (id: string): string => `/keys/${encodeURIComponent(id)}`;

function keysResource(transport: Transport) {
  return {
    list: (query: KeysQuery = {}, options?: CallOptions) =>
      transport.json<Page<ApiKey>>({ method: "GET", path: "/keys", query, ...options }),
    /** The answer holds the secret; it is shown this once. */
    create: (body: CreateKey) => transport.json<ApiKeyWithSecret>({ method: "POST", path: "/keys", body }),
    update: (id: string, body: UpdateKey) =>
      transport.json<ApiKey>({ method: "PATCH", path: keyPath(id), body }),
    revoke: (id: string) => transport.json<unknown>({ method: "DELETE", path: keyPath(id) }),
    /** A new secret; the old key works for `overlap_s` more seconds. */
    rotate: (id: string, body: RotateKey = {}) =>
      transport.json<ApiKeyWithSecret>({ method: "POST", path: `${keyPath(id)}/rotate`, body }),
  };
}

function privacyResource(transport: Transport) {
  return {
    /** How many decisions a selection chooses. Changes nothing. */
    count: (body: PrivacySelection): Promise<PrivacyCount> =>
      transport.json<PrivacyCount>({ method: "POST", path: "/privacy/count", body }),
    /** Everything that is kept of them, as NDJSON. */
    export: (body: PrivacySelection): Promise<Response> =>
      transport.raw({ method: "POST", path: "/privacy/export", body }),
    /** Erases them for good. Repeat with `remaining` as `decisions` until nothing remains. */
    erase: (body: PrivacyErase): Promise<PrivacyErased> =>
      transport.json<PrivacyErased>({ method: "POST", path: "/privacy/erase", body }),
  };
}

const DEFAULTS = { timeoutMs: 30_000, deadlineMs: 60_000 } as const;

/** @throws SignalboxApiError from every call; `code` says which, `detail` what to do. */
export function createSignalboxAdmin(options: ClientOptions) {
  const transport = createTransport(options, DEFAULTS);
  return {
    /** How good an answer was, said by a person afterwards. The same report twice counts once. */
    feedback: (body: FeedbackReport, callOptions?: CallOptions) => sendFeedback(transport, body, callOptions),
    /** A decision with its whole explanation that is never journaled. */
    playground: (body: PlaygroundRequest, callOptions?: CallOptions) =>
      transport.json<PlaygroundResult>({
        method: "POST",
        path: "/playground",
        body,
        isRepeatable: true,
        ...callOptions,
      }),
    /** The bill and the expected success of prompts at each step of the dial. Nothing is kept. */
    playgroundSavings: (body: PlaygroundSavingsRequest, callOptions?: CallOptions) =>
      transport.json<PlaygroundSavings>({
        method: "POST",
        path: "/playground/savings",
        body,
        isRepeatable: true,
        ...callOptions,
      }),
    overview: (query: OverviewQuery = {}, callOptions?: CallOptions) =>
      transport.json<Overview>({ method: "GET", path: "/overview", query, ...callOptions }),
    /** Decisions, spend and success by what the decisions have in common. */
    tags: (callOptions?: CallOptions) =>
      transport.json<OverviewTags>({ method: "GET", path: "/overview/tags", ...callOptions }),
    overviewGroups: (query: OverviewGroupsQuery, callOptions?: CallOptions) =>
      transport.json<OverviewGroups>({ method: "GET", path: "/overview/groups", query, ...callOptions }),
    /** Dollars expected, billed and saved against one model for all. */
    ledger: (query: LedgerQuery = {}, callOptions?: CallOptions) =>
      transport.json<Ledger>({ method: "GET", path: "/overview/ledger", query, ...callOptions }),
    /** Latency, errors and shed load of the service over time, its database, journal and replicas. */
    serviceHealth: (query: ServiceHealthQuery = {}, callOptions?: CallOptions) =>
      transport.json<ServiceHealthReport>({ method: "GET", path: "/health/service", query, ...callOptions }),
    decisions: decisionsResource(transport),
    preferences: preferencesResource(transport),
    keys: keysResource(transport),
    models: modelsResource(transport),
    customRouters: customRoutersResource(transport),
    evidence: evidenceResource(transport),
    account: accountResource(transport),
    members: membersResource(transport),
    privacy: privacyResource(transport),
    auth: authResource(transport),
    replay: replayResource(transport),
    alerts: alertsResource(transport),
  };
}

export type SignalboxAdmin = ReturnType<typeof createSignalboxAdmin>;
