"""A LiteLLM proxy hook: the model name `auto` becomes the model that Signalbox recommends.

Put this file beside the proxy's config.yaml and name it there: `callbacks: signalbox_hook.signalbox`.
Without a recommendation the name stays `auto`, which config.yaml maps to a default model. A call fails in one case alone:
the account's rules forbid every model, the default one included.
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
    "small": "openai/gpt-6-luna",
    "reasoning": "openai/gpt-6.2-sol",
    "claude": "anthropic/claude-sonnet-5-5",
}

# The name above that `auto` stands for in config.yaml; None when that is a model which is not listed above.
DEFAULT = "small"

SESSIONS_MAX = 10_000

log = logging.getLogger("signalbox")


class EveryModelForbidden(Exception):
    """The proxy answers the call with this status and message."""

    status_code = 422

    def __init__(self, detail):
        self.message = f"Signalbox lets no model answer this call. {detail}"
        super().__init__(self.message)


class SignalboxHook(CustomLogger):
    """Asks with the text of the call's conversation and sets `data["model"]` to one of `models`, or leaves it as it is."""

    def __init__(self, models=None, automatic="auto", tradeoff=None, preference=None, default=DEFAULT, tags=None):
        super().__init__()
        self.models = MODELS if models is None else models
        self.automatic = automatic
        self.tradeoff = tradeoff  # None (best success), "cost" or "latency"
        self.preference = preference  # id of a preference of the account; None: the account's own default
        self.default = default
        self.tags = tags or {}  # of every call; a call adds its own as metadata["signalbox_tags"]
        self.url = os.environ.get("SIGNALBOX_URL", "http://127.0.0.1:8787").rstrip("/")
        self.key = os.environ.get("SIGNALBOX_API_KEY", "").strip()
        self.timeout_s = float(os.environ.get("SIGNALBOX_TIMEOUT_S", "1"))
        self.sessions = OrderedDict()

    async def async_pre_call_hook(self, user_api_key_dict, cache, data, call_type):
        if data.get("model") != self.automatic or not has_conversation(data, call_type):
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
            problem = read_problem(fault)
            if self.default in forbidden_by(problem):
                log.warning("every model is forbidden, the call is refused: %s", describe(fault, problem))
                raise EveryModelForbidden(describe(fault, problem)) from None
            log.warning("no recommendation, the default model is called: %s", describe(fault, problem))
            return data
        self._remember(conversation, session)
        data.update(model=label, metadata=metadata)
        return data

    def _body(self, data, conversation):
        form = data.get("response_format")
        body = {
            # Chat Completions, Messages and Responses each have a place of their own for what is said.
            **{name: data.get(name) for name in ("messages", "input", "system", "instructions", "text")},
            "llm_providers": [{"name": name, "model": model} for name, model in self.models.items()],
            # The other kinds of tools are run by the provider itself.
            "tools": [tool for tool in data.get("tools") or [] if is_function(tool)] or None,
            # Inside a process it may also be a class, which no service could read.
            "response_format": form if isinstance(form, dict) else None,
            "tradeoff": self.tradeoff,
            "preference_id": self.preference,
            "previous_session": self.sessions.get(conversation),
            "tags": self._tags(data) or None,
        }
        return {name: value for name, value in body.items() if value is not None}

    def _tags(self, data):
        own = (data.get("metadata") or {}).get("signalbox_tags")
        return {**self.tags, **own} if isinstance(own, dict) else self.tags

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


def has_conversation(data, call_type):
    """Embeddings and transcriptions have an `input`, too: no model of conversations could answer them."""
    said = data.get("input") if "responses" in str(call_type) else data.get("messages")
    return isinstance(said, list) or (isinstance(said, str) and said != "")


def is_function(tool):
    return isinstance(tool, dict) and tool.get("type", "function") == "function"


def read_problem(fault):
    """What the service said; empty where it said nothing that can be read."""
    try:
        problem = json.load(fault) if isinstance(fault, HTTPError) else {}
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def forbidden_by(problem):
    """Names of the models that the account's rules and limits rejected, where they rejected all of them."""
    if problem.get("code") != "no_eligible_candidate":
        return set()
    return {error["location"].removeprefix("llm_providers: ") for error in problem.get("errors", [])}


def describe(fault, problem):
    """The service's own words where it gave some; never the text of a message, nor the key, which faults of headers quote."""
    if isinstance(fault, HTTPError):
        return problem.get("detail", f"status {fault.code}")
    if isinstance(fault, (URLError, LookupError)):
        return f"{type(fault).__name__}: {fault}"
    return type(fault).__name__


signalbox = SignalboxHook()
