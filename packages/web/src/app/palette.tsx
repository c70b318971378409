// Go anywhere by typing: a combobox over the pages, after the ARIA pattern.
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useLocation } from "wouter";

import { Dialog } from "../components/dialog.tsx";
import { NAV_ITEMS, PALETTE_ITEMS } from "./nav-items.ts";
import type { NavItem } from "./nav-items.ts";

export function Palette(props: { readonly onClose: () => void }): ReactNode {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const wanted = typed.trim().toLowerCase();
  const found = [...NAV_ITEMS, ...PALETTE_ITEMS].filter(({ label }) => label.toLowerCase().includes(wanted));
  const open = (item: NavItem | undefined): void => {
    if (item === undefined) return;
    props.onClose();
    navigate(item.path);
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
        aria-label="Page"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${at}`}
        placeholder="Type a page"
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
      />
      <ul className="palette-list" id="palette-list" role="listbox" aria-label="Pages">
        {found.map((item, index) => (
          <li
            key={item.path}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            className="palette-item"
            onClick={() => open(item)}
          >
            {item.label}
            {item.key === "" ? null : (
              <span>
                <kbd>g</kbd> <kbd>{item.key}</kbd>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
