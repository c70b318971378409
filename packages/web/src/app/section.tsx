// The pages of one subject, side by side above each of them.
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { isAt, NAV_ITEMS } from "./nav-items.ts";

export function Section({ location }: { readonly location: string }): ComponentChildren {
  const item = NAV_ITEMS.find((one) => one.pages?.some(({ path }) => path === location));
  if (item?.pages === undefined) return null;
  return (
    <nav className="tabs section-tabs" aria-label={item.label}>
      {item.pages.map(({ path, label }) => (
        <Link
          key={path}
          href={path}
          className="tab"
          aria-current={isAt({ path }, location) ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
