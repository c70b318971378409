// Every route of the service. A module exports its list; adding it here makes it served, documented and tested.
import type { Route } from "../route.ts";
import { accountRoutes } from "./account.ts";
import { authRoutes } from "./auth.ts";
import { secondFactorRoutes } from "./auth-second-factor.ts";
import { compatPreferenceRoutes, compatRouterRoutes } from "./compat-preferences.ts";
import { contentArtefactRoutes } from "./content-artefact.ts";
import { customRouterRoutes } from "./custom-routers.ts";
import { decisionRoutes } from "./decisions.ts";
import { driftRoutes } from "./drift.ts";
import { experimentRoutes, replayRoutes } from "./replay.ts";
import { feedbackRoutes } from "./feedback.ts";
import { healthRoutes } from "./health.ts";
import { keyRoutes } from "./keys.ts";
import { memberRoutes } from "./members.ts";
import { modelRoutes } from "./models.ts";
import { overviewRoutes } from "./overview.ts";
import { preferenceRoutes } from "./preferences.ts";
import { privacyRoutes } from "./privacy.ts";
import { createReferenceRoutes } from "./reference.ts";
import { selectRoutes } from "./select.ts";

const SERVED: readonly Route[] = [
  ...selectRoutes,
  ...contentArtefactRoutes,
  ...feedbackRoutes,
  ...decisionRoutes,
  ...overviewRoutes,
  ...preferenceRoutes,
  ...compatPreferenceRoutes,
  ...driftRoutes,
  ...replayRoutes,
  ...experimentRoutes,
  ...customRouterRoutes,
  ...compatRouterRoutes,
  ...modelRoutes,
  ...keyRoutes,
  ...authRoutes,
  ...secondFactorRoutes,
  ...accountRoutes,
  ...privacyRoutes,
  ...memberRoutes,
  ...healthRoutes,
];

export const ROUTES: readonly Route[] = [...SERVED, ...createReferenceRoutes(SERVED)];
