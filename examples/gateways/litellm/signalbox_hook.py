"""A LiteLLM proxy hook: the model name `auto` becomes the model that Signalbox recommends.

Put this file beside the proxy's config.yaml and name it there: `callbacks: signalbox_hook.signalbox`.
The hook never fails a call: without a recommendation the name stays `auto`, which config.yaml maps to a default model.
"""

import asyncio
import json
import logging
import os
from collections import OrderedDict
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from litellm.integrations.custom_logger import CustomLogger

# Names in the proxy's model_list on the left, as the catalogue knows the models on the right.
MODELS = {
    "small": "openai/gpt-4o-mini",
    "reasoning": "openai/o3",
    "claude": "anthropic/claude-sonnet-4-5",
}

SESSIONS_MAX = 10_000

log = logging.getLogger("signalbox")


class SignalboxHook(CustomLogger):
    """Asks with the text of the call's messages and sets `data["model"]` to one of `models`, or leaves it as it is."""

    def __init__(self, models=None, automatic="auto", tradeoff=None):
        super().__init__()
        self.models = MODELS if models is None else models
        self.automatic = automatic
        self.tradeoff = tradeoff  # None (best success), "cost" or "latency"
        self.url = os.environ.get("SIGNALBOX_URL", "http://127.0.0.1:8787").rstrip("/")
        self.key = os.environ.get("SIGNALBOX_API_KEY", "").strip()
        self.timeout_s = float(os.environ.get("SIGNALBOX_TIMEOUT_S", "1"))
        self.sessions = OrderedDict()

    async def async_pre_call_hook(self, user_api_key_dict, cache, data, call_type):
        if data.get("model") != self.automatic or not isinstance(data.get("messages"), list):
            return data
        given = data.get("litellm_session_id")
        conversation = given if isinstance(given, str) else None
        try:
            answer = await asyncio.to_thread(self._ask, self._body(data, conversation))
            label, session = answer["llm_label"], answer["session_id"]
            if label not in self.models:
                raise LookupError("a model that is not listed")
            metadata = {**(data.get("metadata") or {}), "signalbox_session_id": session}
        except Exception as fault:  # A recommendation is never worth a failed call.
            self.sessions.pop(conversation, None)
            log.warning("no recommendation, the default model is called: %s", describe(fault))
            return data
        self._remember(conversation, session)
        data.update(model=label, metadata=metadata)
        return data

    def _body(self, data, conversation):
        form = data.get("response_format")
        body = {
            "messages": data["messages"],
            "llm_providers": [{"name": name, "model": model} for name, model in self.models.items()],
            "tools": data.get("tools"),
            # Inside a process it may also be a class, which no service could read.
            "response_format": form if isinstance(form, dict) else None,
            "tradeoff": self.tradeoff,
            "previous_session": self.sessions.get(conversation),
        }
        return {name: value for name, value in body.items() if value is not None}

    def _ask(self, body):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = Request(f"{self.url}/api/v1/model-select", json.dumps(body).encode(), headers)
        with urlopen(request, timeout=self.timeout_s) as response:
            return json.load(response)

    def _remember(self, conversation, session_id):
        if conversation is None:
            return
        self.sessions[conversation] = session_id
        self.sessions.move_to_end(conversation)
        if len(self.sessions) > SESSIONS_MAX:
            self.sessions.popitem(last=False)


def describe(fault):
    """The service's own words where it gave some; never the text of a message, nor the key, which faults of headers quote."""
    if isinstance(fault, HTTPError):
        try:
            return json.load(fault)["detail"]
        except (ValueError, KeyError, TypeError):
            return f"status {fault.code}"
    if isinstance(fault, (URLError, LookupError)):
        return f"{type(fault).__name__}: {fault}"
    return type(fault).__name__


signalbox = SignalboxHook()
