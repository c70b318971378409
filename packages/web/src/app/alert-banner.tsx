import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";

import { loudAlerts, useDrift } from "../api/queries/drift.ts";

/** The newest open alert, on every page but the one that lists them. */
export function AlertBanner(): ReactNode {
  const drift = useDrift();
  const [path] = useLocation();
  const alerts = loudAlerts(drift.data);
  const [newest] = alerts;
  if (newest === undefined || path === "/health") return null;
  return (
    <div className="banner alert-banner" data-tone="caution" role="status">
      <span>
        <strong>Alert.</strong> {newest.message}
      </span>
      <Link href="/health">{alerts.length === 1 ? "See Health" : `See all ${alerts.length}`}</Link>
    </div>
  );
}

/** Beside the name of the page in the navigation; nothing while all is well. */
export function AlertBadge(): ReactNode {
  const { length } = loudAlerts(useDrift().data);
  if (length === 0) return null;
  return (
    <span className="rail-badge">
      {length}
      <span className="visually-hidden">{length === 1 ? " open alert" : " open alerts"}</span>
    </span>
  );
}
