import type { ComponentChildren } from "preact";
import { Link, useLocation } from "wouter-preact";

import { Mark } from "../components/mark.tsx";
import { AlertBadge } from "./alert-banner.tsx";
import { RailFoot } from "./rail-foot.tsx";
import { isAt, NAV_GROUPS, NAV_ITEMS } from "./nav-items.ts";

/** The navigation: one line, every page a station on it. */
export function Rail(props: { readonly onNavigate?: () => void }): ComponentChildren {
  const [location] = useLocation();
  return (
    <header className="rail">
      <Link href="/" className="rail-brand" onClick={props.onNavigate}>
        <Mark />
        Signalbox
      </Link>
      <nav aria-label="Pages">
        <ul className="line">
          {NAV_GROUPS.map((group) => (
            <li key={group}>
              <div className="line-group">{group}</div>
              <ul className="list">
                {NAV_ITEMS.filter((item) => item.group === group).map((item) => (
                  <li key={item.path}>
                    <Link
                      href={item.path}
                      className="station"
                      aria-current={isAt(item, location) ? "page" : undefined}
                      onClick={props.onNavigate}
                    >
                      {item.label}
                      {item.path === "/health" ? <AlertBadge /> : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <RailFoot onNavigate={props.onNavigate} />
    </header>
  );
}
