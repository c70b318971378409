import type { ComponentChildren } from "preact";

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Tables run to the panel's edge; everything else keeps a margin. */
  readonly isFlush?: boolean;
}

export function Panel(props: Props): ComponentChildren {
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{props.title}</h2>
        {props.actions === undefined ? null : <div className="row">{props.actions}</div>}
      </div>
      {props.isFlush === true ? props.children : <div className="panel-body">{props.children}</div>}
    </section>
  );
}

interface ScrollProps {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly isTall?: boolean;
}

/** Scrolls sideways on narrow screens; focusable, so that the keyboard can scroll it too. */
export function ScrollRegion(props: ScrollProps): ComponentChildren {
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
