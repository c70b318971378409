"""Runs the LiteLLM hook as the proxy does: JSON lines of call data in, JSON lines of what the hook made of them out."""

import asyncio
import inspect
import json
import sys

from litellm.integrations.custom_logger import CustomLogger
from signalbox_hook import SignalboxHook


def parameters(owner):
    return list(inspect.signature(owner.async_pre_call_hook).parameters)


async def main():
    assert parameters(SignalboxHook) == parameters(CustomLogger)
    hook = SignalboxHook(**json.loads(sys.argv[1]))
    for line in sys.stdin:
        given = json.loads(line)
        call_type = given.pop("call_type", "acompletion")
        try:
            data = await hook.async_pre_call_hook(
                user_api_key_dict=None, cache=None, data=given, call_type=call_type
            )
        except Exception as fault:  # As the proxy reads what a hook raises.
            data = {"refused": fault.message, "status": fault.status_code}
        print(json.dumps(data), flush=True)


asyncio.run(main())
