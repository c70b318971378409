import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Mark } from "../components/mark.tsx";
import { Rail } from "./rail.tsx";

/** Phones only: the line waits in a drawer. */
export function TopBar(): ComponentChildren {
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
