import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { TextField } from "../../components/field.tsx";
import { decisionsHref, isFiltered } from "../../lib/explore.ts";
import type { DecisionSort, Filters } from "../../lib/explore.ts";
import type { Range } from "../../lib/range.ts";
import { addView, loadViews, storeViews } from "../../lib/saved-views.ts";
import type { SavedView } from "../../lib/saved-views.ts";
import { useMe } from "../../session/session.ts";

// The list as it was left, so that the way back from a decision leads to the same filters.
const KEY = "signalbox.decisions-view";

export function rememberView(href: string): void {
  try {
    sessionStorage.setItem(KEY, href);
  } catch {
    // A full or forbidden storage costs the filters on the way back, nothing else.
    return;
  }
}

export const lastView = (): string => sessionStorage.getItem(KEY) ?? "/decisions";

interface Props {
  readonly filters: Filters;
  readonly range: Range;
  readonly sort: DecisionSort;
}

/** Views by name, and the form that gives the present one a name. */
export function SavedViews({ filters, range, sort }: Props): ComponentChildren {
  const { account } = useMe();
  const [views, setViews] = useState(() => loadViews(localStorage, account.id));
  const href = decisionsHref(range, filters, sort);
  const put = (next: readonly SavedView[]): void => {
    storeViews(localStorage, account.id, next);
    setViews(next);
  };
  const isPlain = !isFiltered(filters) && range.span === "" && sort === "";
  if (views.length === 0 && isPlain) return null;
  return (
    <div className="row saved-views">
      {views.map((view) => (
        <span key={view.name} className="saved-view" data-current={view.href === href || undefined}>
          <Link href={view.href} dir="auto">
            {view.name}
          </Link>
          <button
            type="button"
            aria-label={`Forget the view ${view.name}`}
            onClick={() => put(views.filter((one) => one !== view))}
          >
            ✕
          </button>
        </span>
      ))}
      {isPlain ? null : <SaveView onSave={(name) => put(addView(views, { name, href }))} />}
      {isPlain ? null : <CopyButton text={`${location.origin}${href}`} label="Copy the link" />}
    </div>
  );
}

function SaveView({ onSave }: { readonly onSave: (name: string) => void }): ComponentChildren {
  const [name, setName] = useState<string>();
  if (name === undefined)
    return (
      <Button size="small" onClick={() => setName("")}>
        Save this view
      </Button>
    );
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(name);
        setName(undefined);
      }}
    >
      <TextField label="Name of the view" maxLength={60} value={name} onChange={setName} isRequired />
      <Button type="submit" size="small" kind="primary">
        Save
      </Button>
    </form>
  );
}
