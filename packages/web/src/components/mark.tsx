import type { ComponentChildren } from "preact";

export function Mark(): ComponentChildren {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect x="8" y="4" width="3.4" height="24" fill="currentColor" />
      <g transform="rotate(-38 9.7 10)">
        <rect x="6" y="7" width="22" height="6.6" fill="#e2513d" />
        <rect x="21.5" y="7" width="2.8" height="6.6" fill="#f4efe2" />
      </g>
      <circle cx="9.7" cy="10.3" r="3.3" fill="#f2c14e" />
    </svg>
  );
}
