// `GET /v1/models` in the shape that both families of clients read. Claude Code's menu shows only names that begin with its own.
import type { GatewaySettings } from "../settings/settings.ts";

const AUTO_MODELS = ["auto", "claude-signalbox-auto"] as const;

/** Any date will do, and must not change from call to call. */
const CREATED_AT = "2026-01-01T00:00:00Z";

export function modelList({ candidates }: GatewaySettings): object {
  const ids = [...AUTO_MODELS, ...candidates.map(({ label }) => label)];
  const data = ids.map((id) => ({
    id,
    type: "model",
    object: "model",
    display_name: (AUTO_MODELS as readonly string[]).includes(id) ? "Signalbox (auto)" : id,
    created: Date.parse(CREATED_AT) / 1000,
    created_at: CREATED_AT,
    owned_by: "signalbox",
  }));
  return { object: "list", data, has_more: false, first_id: ids[0], last_id: ids.at(-1) };
}
