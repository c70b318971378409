"""Asks Signalbox which model to call, calls it, reports how it went. Needs `requests`."""

import os

import requests

SIGNALBOX = os.environ.get("SIGNALBOX_URL", "http://127.0.0.1:8787")
PROVIDER = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")

# Called when there is no recommendation.
DEFAULT = "openai/gpt-6-luna"
CANDIDATES = [
    {"provider": "openai", "model": "gpt-6-luna"},
    {"provider": "openai", "model": "gpt-6.2-sol"},
]

signalbox = requests.Session()
signalbox.headers["Authorization"] = f"Bearer {os.environ['SIGNALBOX_API_KEY']}"
provider = requests.Session()
provider.headers["Authorization"] = f"Bearer {os.environ['OPENAI_API_KEY']}"


def select(messages, previous_session=None):
    """The label to call and the session of the decision; the default and None without a recommendation."""
    body = {"messages": messages, "llm_providers": CANDIDATES, "tradeoff": "cost"}
    if previous_session is not None:
        body["previous_session"] = previous_session
    try:
        response = signalbox.post(f"{SIGNALBOX}/api/v1/model-select", json=body, timeout=5)
        if not response.ok:  # Every fault says in `detail` what to do.
            print(f"no recommendation: {response.json()['detail']}")
            return DEFAULT, None
        answer = response.json()
        label, session = answer["llm_label"], answer["session_id"]
    except (requests.RequestException, ValueError, KeyError, TypeError) as fault:
        print(f"no recommendation: {type(fault).__name__}")
        return DEFAULT, None
    listed = [f"{candidate['provider']}/{candidate['model']}" for candidate in CANDIDATES]
    return (label, session) if label in listed else (DEFAULT, None)


def call(label, messages):
    """The text of the model's answer."""
    body = {"model": label.removeprefix("openai/"), "messages": messages}
    response = provider.post(f"{PROVIDER}/chat/completions", json=body, timeout=120)
    response.raise_for_status()
    return response.json()["choices"][0]["message"]["content"]


def report(session, value):
    """0 bad .. 1 good. The same report twice counts once."""
    body = {"session_id": session, "value": value}
    response = signalbox.post(f"{SIGNALBOX}/api/v1/feedback", json=body, timeout=5)
    response.raise_for_status()
    return response.json()["status"]


messages = [{"role": "user", "content": "Say good morning in one short line."}]
label, session = select(messages)
print(label)
text = call(label, messages)
print(text)
if session is not None:
    print(report(session, 1.0))
