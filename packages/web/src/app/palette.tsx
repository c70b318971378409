// Go anywhere by typing: a combobox over everything that has a name, after the ARIA pattern.
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { useLocation } from "wouter-preact";

import { Dialog } from "../components/dialog.tsx";
import { findThings, searchOf } from "./find-anything.ts";
import type { Thing } from "./find-anything.ts";
import { useDecisionsById, useKnownThings } from "./use-known-things.ts";

export function Palette(props: { readonly onClose: () => void }): ComponentChildren {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [, navigate] = useLocation();
  const named = [...useDecisionsById(typed), ...findThings(useKnownThings(), typed)];
  const found = [...named, ...searchOf(typed)];
  const open = (thing: Thing | undefined): void => {
    if (thing === undefined) return;
    props.onClose();
    navigate(thing.path);
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
