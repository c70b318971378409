// The frame around every page: rail, top bar on phones, palette, and the main region that takes the focus on navigation.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useLocation, Link } from "wouter-preact";
import { AlertBanner, AlertBadge } from "./alert-banner.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Pages } from "./pages.tsx";
import { useShortcuts } from "./use-shortcuts.ts";
import { isAt, NAV_ITEMS, NAV_GROUPS, DEEDS, NAV_PAGES } from "./nav-items.ts";
import { Mark } from "../components/mark.tsx";
import { chooseTheme, RailFoot, type Theme } from "./rail-foot.tsx";
import { Dialog } from "../components/dialog.tsx";
import { findThings, searchOf, type Thing } from "./find-anything.ts";
import type { Model } from "@signalbox/sdk";
import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { signalbox } from "../api/client.ts";
import { DECISION_KEYS, useModels } from "../api/queries/lists.ts";
import { useMemberNames, useNames, useRouterNames } from "../api/queries/names.ts";
import { useGroups } from "../api/queries/overview.ts";
import { useDebounced } from "../lib/hooks.ts";
import type { Range } from "../lib/range.ts";

// Everything that can be gone to by name. Read when the palette opens; what cannot be read is left out.

const THEMES: readonly (readonly [theme: Theme, label: string, also: string])[] = [
  ["dark", "Theme: night", "dark mode appearance colours"],
  ["light", "Theme: day", "light mode appearance colours"],
  ["system", "Theme: as the system", "auto appearance colours"],
];

const PAGES: readonly Thing[] = [
  ...NAV_PAGES.map(({ label, path, key }) => ({ label, path, key, kind: "Page" })),
  ...DEEDS.map(({ label, path, also }) => ({ label, path, also, kind: "Action" })),
  ...THEMES.map(([theme, label, also]) => {
    const act = (): void => chooseTheme(theme);
    return { label, path: "", also, kind: "Action", act };
  }),
];

const MONTH: Range = { span: "30", from: "", to: "" };

/** The models of the account's own traffic first, then the newest. */
const ownFirst = (models: readonly Model[], used: ReadonlySet<string | null>): readonly Model[] =>
  models.toSorted(
    (a, b) =>
      Number(used.has(b.id)) - Number(used.has(a.id)) ||
      (b.released_on ?? "").localeCompare(a.released_on ?? ""),
  );

function useKnownThings(): readonly Thing[] {
  const { preferences, keys } = useNames();
  const members = useMemberNames();
  const models = useModels().data?.data ?? [];
  const used = new Set(useGroups(MONTH, "label").data?.groups.map(({ model_id: id }) => id));
  const routers = useRouterNames();
  return [
    ...PAGES,
    ...preferences.map(({ id, name }) => ({ label: name, kind: "Preference", path: `/preferences/${id}` })),
    ...routers.map(({ id, name }) => ({
      label: name,
      kind: "Custom router",
      path: `/learning/${id}`,
    })),
    ...keys.map(({ id, name }) => ({
      label: name,
      kind: "Key, its decisions",
      path: `/decisions?key_id=${id}`,
    })),
    ...members.map(({ email }) => ({ label: email, kind: "Member", path: "/members" })),
    ...ownFirst(models, used).map(({ id }) => ({
      label: id,
      kind: "Model",
      path: `/models/${encodeURIComponent(id)}`,
    })),
  ];
}

/** As short a start of an id as is worth asking for. */
const ID_CHARS_MIN = 4;
const ID = /^[\w-]+$/;
const REST_MS = 250;
const SHOWN_MAX = 3;

/** Decisions whose id begins like this. */
function useDecisionsById(typed: string): readonly Thing[] {
  const start = useDebounced(typed.trim(), REST_MS);
  const isId = start.length >= ID_CHARS_MIN && ID.test(start);
  const found = useQuery({
    queryKey: [...DECISION_KEYS.all, "by-id", start],
    queryFn: ({ signal }) => signalbox.decisions.list({ q: start, limit: 20 }, { signal }),
    enabled: isId,
    placeholderData: keepPreviousData,
  });
  if (!isId) return [];
  return (found.data?.data ?? [])
    .filter(({ session_id: id }) => id.startsWith(start))
    .slice(0, SHOWN_MAX)
    .map(({ session_id: id }) => ({
      label: id,
      kind: "Decision",
      path: `/decisions/${encodeURIComponent(id)}`,
    }));
}

// Go anywhere by typing: a combobox over everything that has a name, after the ARIA pattern.

function Palette(props: { readonly onClose: () => void }): ComponentChildren {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const named = [...useDecisionsById(typed), ...findThings(useKnownThings(), typed)];
  const found = [...named, ...searchOf(typed)];
  const open = (thing: Thing | undefined): void => {
    if (thing === undefined) return;
    props.onClose();
    if (thing.act === undefined) navigate(thing.path);
    else thing.act();
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((at + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Enter") open(found[at]);
  };
  return (
    <Dialog title="Go to" onClose={props.onClose}>
      <input
        className="input"
        role="combobox"
        aria-label="Name"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${at}`}
        placeholder="A page, a model, a preference, a key, a person, the id of a decision"
        value={typed}
        onKeyDown={press}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <p className="hint" role="status">
        {typed.trim() !== "" && named.length === 0 ? "Nothing found by this name." : ""}
      </p>
      <ul className="palette-list" id="palette-list" role="listbox" aria-label="Found">
        {found.map((thing, index) => (
          <li
            key={`${thing.path} ${thing.label}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            className="palette-item"
            onClick={() => open(thing)}
          >
            <span dir="auto">{thing.label}</span>
            <Beside thing={thing} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The shortcut of a page; what anything else is. */
function Beside({ thing: { key = "", kind } }: { readonly thing: Thing }): ComponentChildren {
  if (key === "") return <span className="small faint">{kind}</span>;
  return (
    <span>
      <kbd>g</kbd> <kbd>{key}</kbd>
    </span>
  );
}

/** The navigation: one line, every page a station on it. */
function Rail(props: { readonly onNavigate?: () => void }): ComponentChildren {
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
      <RailFoot />
    </header>
  );
}

/** Phones only: the line waits in a drawer. */
function TopBar(): ComponentChildren {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className="topbar">
      <Link href="/" className="rail-brand">
        <Mark />
        Signalbox
      </Link>
      <button type="button" className="rail-button" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        Menu
      </button>
      {isOpen ? <Drawer onClose={() => setIsOpen(false)} /> : null}
    </header>
  );
}

function Drawer(props: { readonly onClose: () => void }): ComponentChildren {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className="drawer"
      aria-label="Pages"
      onCancel={props.onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) props.onClose();
      }}
    >
      <Rail onNavigate={props.onClose} />
    </dialog>
  );
}

// The pages of one subject, side by side above each of them.

function Section({ location }: { readonly location: string }): ComponentChildren {
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

export function Shell(): ComponentChildren {
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const palette = useShortcuts();
  useLayoutEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
    window.scrollTo(0, 0);
  }, [location]);
  return (
    <div className="shell">
      <a href="#main" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to the page
      </a>
      <Rail />
      <TopBar />
      <main id="main" className="content" tabIndex={-1} ref={main}>
        <AlertBanner />
        <ErrorBoundary key={location}>
          <Section location={location} />
          <Pages />
        </ErrorBoundary>
      </main>
      {palette.isOpen ? <Palette onClose={palette.close} /> : null}
    </div>
  );
}
