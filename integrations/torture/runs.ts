import { database } from "./database.ts";
import { kills } from "./kills.ts";
import type { Torture } from "./outcome.ts";
import { overload } from "./overload.ts";
import { replicas } from "./replicas.ts";
import { revoked } from "./revoked.ts";
import { shares } from "./shares.ts";
import { soak } from "./soak.ts";

export const RUNS: Readonly<Record<string, Torture>> = {
  replicas,
  kills,
  database,
  overload,
  shares,
  soak,
  revoked,
};
