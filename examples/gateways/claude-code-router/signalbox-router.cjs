// claude-code-router asks this file for the model of each call: `CUSTOM_ROUTER_PATH` of its config.json names it.
// Without a recommendation the router's own rules choose.
const URL = (process.env.SIGNALBOX_URL ?? "http://127.0.0.1:8787").replace(/\/+$/, "");
const KEY = (process.env.SIGNALBOX_API_KEY ?? "").trim();
const TIMEOUT_MS = Number(process.env.SIGNALBOX_TIMEOUT_S ?? 1) * 1000;
const DIALS = { cost_quality_tradeoff: 8, hard_cost_quality_tradeoff: 3 }; // 0 = quality alone, 10 = cost alone

/** Every model of the configuration, by the name that the router takes. */
const candidates = ({ Providers = [] }) =>
  Providers.flatMap(({ name, models = [] }) => models.map((model) => ({ name: `${name},${model}`, model })));

/** A line that Claude Code changes from call to call would hide that two calls are of one conversation. */
const withoutBilling = (system) =>
  Array.isArray(system) ? system.filter(({ text }) => !/^x-[\w-]*billing/i.test(text ?? "")) : system;

module.exports = async ({ body, headers = {} }, config) => {
  try {
    const answer = await fetch(`${URL}/api/v1/model-select`, {
      method: "POST",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: JSON.stringify({
        system: withoutBilling(body.system),
        messages: body.messages,
        // Tools that the provider itself runs have no schema.
        tools: (body.tools ?? []).flatMap(({ name, description, input_schema }) =>
          input_schema ? [{ name, description, input_schema }] : [],
        ),
        call_role: headers["x-claude-code-agent-id"] ? "sub_agent" : "main",
        ...DIALS,
        llm_providers: candidates(config),
      }),
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return (await answer.json()).llm_label;
  } catch ({ message }) {
    console.warn(`signalbox: no recommendation (${message}); the configured rules choose.`);
    return undefined;
  }
};
