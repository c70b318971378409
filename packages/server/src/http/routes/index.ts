// Every route of the service. A module exports its list; adding it here makes it served, documented and tested.
import type { Route } from "../route.ts";
import { healthRoutes } from "./health.ts";
import { createReferenceRoutes } from "./reference.ts";
import { selectRoutes } from "./select.ts";

const SERVED: readonly Route[] = [...selectRoutes, ...healthRoutes];

export const ROUTES: readonly Route[] = [...SERVED, ...createReferenceRoutes(SERVED)];
