import { useLocation, useSearch } from "wouter-preact";

/** Whether the drawer is open stands in the address, so that a reload opens it over the run that it had begun. */
export function useTrying(): readonly [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const set = (isOpen: boolean): void => {
    const parameters = new URLSearchParams(search);
    parameters.delete("replay");
    if (isOpen) parameters.set("try", "on");
    else parameters.delete("try");
    navigate(parameters.size === 0 ? path : `${path}?${parameters.toString()}`, { replace: true });
  };
  return [new URLSearchParams(search).get("try") === "on", set];
}
