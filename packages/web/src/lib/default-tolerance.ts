/** Success that a new preference may give up, as the service's own default; `policy.tolerance` of a service may differ. */
export const DEFAULT_TOLERANCE = 0.12;
