"""The part of LiteLLM's `CustomLogger` that a pre-call hook overrides, for machines on which LiteLLM is not installed."""


class CustomLogger:
    def __init__(self, message_logging=True, **kwargs):
        self.message_logging = message_logging

    async def async_pre_call_hook(self, user_api_key_dict, cache, data, call_type):
        """May return the changed data; the proxy passes each argument by its name."""
