// Short confirmations in a corner. They never hold anything that must be read: errors stay beside their form.
import type { ComponentChildren } from "preact";

import { useFollowed } from "../lib/hooks.ts";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "clear" | "stop";
}

const SHOWN_MS = 5000;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(text: string, tone: Toast["tone"] = "clear"): void {
  lastId += 1;
  const id = lastId;
  publish([...toasts, { id, text, tone }]);
  setTimeout(() => publish(toasts.filter((toast) => toast.id !== id)), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts(): ComponentChildren {
  const shown = useFollowed(subscribe, () => toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className="toast" data-tone={toast.tone}>
          {toast.text}
        </div>
      ))}
    </div>
  );
}
