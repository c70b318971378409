// Every route of the service. A module exports its list; adding it here makes it served, documented and tested.
import type { Route } from "../route.ts";

export const ROUTES: readonly Route[] = [];
