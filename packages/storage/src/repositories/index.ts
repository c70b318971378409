import type { Context } from "../database/context.ts";
import { createAccountRepository } from "./accounts.ts";
import { createAlertRepository } from "./alerts.ts";
import { createApiKeyRepository } from "./api-keys.ts";
import { createAuditRepository } from "./audit.ts";
import { createBrowserSessionRepository } from "./browser-sessions.ts";
import { createCustomRouterRepository } from "./custom-routers.ts";
import { createDecisionRepository } from "./decisions.ts";
import { createExperimentRepository } from "./experiments.ts";
import { createPasswordResetRepository } from "./mailed-links.ts";
import { createFeedbackRepository } from "./feedback.ts";
import { createGroupRepository } from "./groups.ts";
import { createInstanceRepository } from "./instance.ts";
import { createInviteRepository } from "./invites.ts";
import { createLatencyRepository } from "./latency.ts";
import { createLearnedRepository } from "./learned.ts";
import { createMembershipRepository } from "./memberships.ts";
import { createModelOverrideRepository } from "./model-overrides.ts";
import { createOverviewRepository, createSavingsRepository } from "./overview.ts";
import { createPreferenceRepository } from "./preferences.ts";
import { createReplayJobRepository } from "./jobs.ts";
import { createSecondFactorRepository } from "./second-factors.ts";
import { createServiceCountRepository } from "./service-counts.ts";
import { createUserRepository } from "./users.ts";

/** Everything that keeps and finds. The same members exist inside a transaction. */
export type Repositories = Readonly<ReturnType<typeof createRepositories>>;

export function createRepositories(context: Context) {
  return {
    instance: createInstanceRepository(context),
    accounts: createAccountRepository(context),
    users: createUserRepository(context),
    memberships: createMembershipRepository(context),
    invites: createInviteRepository(context),
    browserSessions: createBrowserSessionRepository(context),
    passwordResets: createPasswordResetRepository(context),
    secondFactors: createSecondFactorRepository(context),
    apiKeys: createApiKeyRepository(context),
    preferences: createPreferenceRepository(context),
    decisions: createDecisionRepository(context),
    overview: createOverviewRepository(context),
    groups: createGroupRepository(context),
    savings: createSavingsRepository(context),
    feedback: createFeedbackRepository(context),
    latency: createLatencyRepository(context),
    learned: createLearnedRepository(context),
    customRouters: createCustomRouterRepository(context),
    replayJobs: createReplayJobRepository(context),
    experiments: createExperimentRepository(context),
    audit: createAuditRepository(context),
    modelOverrides: createModelOverrideRepository(context),
    alerts: createAlertRepository(context),
    serviceCounts: createServiceCountRepository(context),
  };
}
