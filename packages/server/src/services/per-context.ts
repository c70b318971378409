import type { ServiceContext } from "../context/service-context.ts";

/** State that lives as long as one running service, e.g. its throttles; two services in one process share nothing. */
export function perContext<T>(create: (context: ServiceContext) => T): (context: ServiceContext) => T {
  const states = new WeakMap<ServiceContext, T>();
  return (context) => {
    const known = states.get(context);
    if (known !== undefined) return known;
    const state = create(context);
    states.set(context, state);
    return state;
  };
}
