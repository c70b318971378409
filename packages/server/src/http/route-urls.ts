import type { Route } from "./route.ts";

export const API_PREFIX = "/api/v1";

/** Addresses of one route: below the prefix; at the root too for the compatible surface; at the root only for pages. */
export function urlsOf(route: Route): readonly string[] {
  const below = `${API_PREFIX}${route.path}`;
  if (route.isAtRoot === true) return [route.path];
  return route.isCompatible === true ? [below, route.path] : [below];
}
