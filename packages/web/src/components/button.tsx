// Every button. While `isBusy` it stays focusable but does nothing, so that a second press cannot send twice.
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

interface Props {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "danger" | "quiet" | "plain";
  readonly size?: "small" | "normal";
  readonly type?: "button" | "submit";
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  /** Whether what it opens is open. */
  readonly isExpanded?: boolean;
  readonly label?: string;
  readonly title?: string;
}

export function Button(props: Props): ComponentChildren {
  const isStill = props.isBusy === true || props.isDisabled === true;
  const press = (event: MouseEvent): void => {
    if (isStill) event.preventDefault();
    else props.onClick?.();
  };
  return (
    <button
      className="button"
      type={props.type ?? "button"}
      data-kind={props.kind ?? "plain"}
      data-size={props.size ?? "normal"}
      aria-busy={props.isBusy}
      aria-disabled={isStill || undefined}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      aria-label={props.label}
      title={props.title}
      onClick={press}
    >
      {props.children}
    </button>
  );
}

interface LinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly kind?: "primary" | "plain" | "quiet";
}

export function LinkButton(props: LinkProps): ComponentChildren {
  return (
    <Link href={props.href} className="button" data-kind={props.kind ?? "plain"}>
      {props.children}
    </Link>
  );
}
