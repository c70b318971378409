// Keyboard shortcuts: `g` then a letter goes to a page, Ctrl/Cmd+K opens the palette. Never while something is typed.
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";

import { NAV_PAGES } from "./nav-items.ts";

const SECOND_KEY_MS = 1200;
const OPEN_EVENT = "signalbox:palette";

/** The key that goes with K, as it is printed on the reader's keyboard. */
export const COMMAND = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** The same as the shortcut, for those who have no keyboard or do not know it. */
export const openPalette = (): void => void document.dispatchEvent(new Event(OPEN_EVENT));

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

export function useShortcuts(): { readonly isOpen: boolean; readonly close: () => void } {
  const [isOpen, setIsOpen] = useState(false);
  const [, navigate] = useLocation();
  const goPressedMs = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        setIsOpen(true);
        return;
      }
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      const isSecond = event.timeStamp - goPressedMs.current < SECOND_KEY_MS;
      goPressedMs.current = event.key === "g" ? event.timeStamp : -Infinity;
      const item = NAV_PAGES.find(({ key }) => key === event.key);
      if (isSecond && item !== undefined) navigate(item.path);
    };
    const open = (): void => setIsOpen(true);
    document.addEventListener("keydown", press);
    document.addEventListener(OPEN_EVENT, open);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener(OPEN_EVENT, open);
    };
  }, [navigate]);
  return { isOpen, close: () => setIsOpen(false) };
}
