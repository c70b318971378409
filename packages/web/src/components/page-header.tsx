import { useEffect } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";

import { Answered } from "./states.tsx";

interface Props {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly crumb?: { readonly href: string; readonly label: string };
}

export function PageHeader(props: Props): ComponentChildren {
  useEffect(() => {
    document.title = `${props.title} · Signalbox`;
  }, [props.title]);
  return (
    <header className="page-header">
      <div>
        {props.crumb === undefined ? null : (
          <Link href={props.crumb.href} className="crumb">
            ← {props.crumb.label}
          </Link>
        )}
        <h1 dir="auto">{props.title}</h1>
        {props.children === undefined ? null : <p>{props.children}</p>}
      </div>
      {props.actions === undefined ? null : <div className="row">{props.actions}</div>}
    </header>
  );
}

interface AnsweredPageProps<T> extends Pick<Props, "title" | "crumb"> {
  readonly query: Parameters<typeof Answered<T>>[0]["query"];
  readonly children: (data: T) => ComponentChildren;
}

/** A page with a title of its own until its query has an answer. */
export function AnsweredPage<T>({ query, children, ...header }: AnsweredPageProps<T>): ComponentChildren {
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      <PageHeader {...header} />
      <Answered query={query}>{() => null}</Answered>
    </>
  );
}
