// Views that were given a name, kept in this browser for each account. The address of a view is the whole of it, so a link shares it.

export interface SavedView {
  readonly name: string;
  readonly href: string;
}

const VIEWS_MAX = 30;
const NAME_CHARS_MAX = 60;
const keyOf = (accountId: string): string => `signalbox.views.${accountId}`;

const isView = (value: unknown): value is SavedView =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "href" in value &&
  typeof value.href === "string" &&
  value.href.startsWith("/decisions");

/** Reads the saved views. An entry that another release, another program or a person left there is passed over. */
export function readViews(text: string | null): readonly SavedView[] {
  try {
    const parsed: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(parsed) ? parsed.filter(isView).slice(0, VIEWS_MAX) : [];
  } catch {
    return [];
  }
}

/** A view of the same name is replaced; the newest comes first. */
export function addView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const name = view.name.trim().slice(0, NAME_CHARS_MAX);
  if (name === "") return views;
  return [{ ...view, name }, ...views.filter((one) => one.name !== name)].slice(0, VIEWS_MAX);
}

export const loadViews = (storage: Storage, accountId: string): readonly SavedView[] =>
  readViews(storage.getItem(keyOf(accountId)));

export function storeViews(storage: Storage, accountId: string, views: readonly SavedView[]): void {
  storage.setItem(keyOf(accountId), JSON.stringify(views));
}
