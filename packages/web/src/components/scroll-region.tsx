import type { ReactNode } from "react";

interface Props {
  readonly label: string;
  readonly children: ReactNode;
  readonly isTall?: boolean;
}

/** Scrolls sideways on narrow screens; focusable, so that the keyboard can scroll it too. */
export function ScrollRegion(props: Props): ReactNode {
  return (
    <div
      className={props.isTall === true ? "table-wrap table-tall" : "table-wrap"}
      role="region"
      aria-label={props.label}
      tabIndex={0}
    >
      {props.children}
    </div>
  );
}
