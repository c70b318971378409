/** Success that saving the whole bill is worth to a new preference, as the service's own default; `policy.tolerance` of a service may differ. */
export const DEFAULT_TOLERANCE = 0.05;
