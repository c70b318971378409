import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";

import { Mark } from "../components/mark.tsx";
import { RailFoot } from "./rail-foot.tsx";
import { isAt, STATION_GROUPS, STATIONS } from "./stations.ts";

/** The navigation: one line, every page a station on it. */
export function Rail(props: { readonly onNavigate?: () => void }): ReactNode {
  const [location] = useLocation();
  return (
    <header className="rail">
      <Link href="/" className="rail-brand" onClick={props.onNavigate}>
        <Mark />
        Signalbox
      </Link>
      <nav aria-label="Pages">
        <ul className="line">
          {STATION_GROUPS.map((group) => (
            <li key={group}>
              <div className="line-group">{group}</div>
              <ul className="list">
                {STATIONS.filter((station) => station.group === group).map((station) => (
                  <li key={station.path}>
                    <Link
                      href={station.path}
                      className="station"
                      aria-current={isAt(station, location) ? "page" : undefined}
                      onClick={props.onNavigate}
                    >
                      {station.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <RailFoot />
    </header>
  );
}
