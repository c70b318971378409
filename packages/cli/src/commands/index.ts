import type { Command } from "../command.ts";
import { keysCreate, keysList, keysRevoke } from "./keys.ts";
import { resetPassword } from "./reset-password.ts";
import { route } from "./route.ts";
import { serve } from "./serve.ts";

export const COMMANDS: readonly Command[] = [serve, route, keysCreate, keysList, keysRevoke, resetPassword];
