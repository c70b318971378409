#!/bin/sh
# Asks Signalbox which model to call, with the reasons, and reports how it went. Needs curl and sed.
set -eu
: "${SIGNALBOX_URL:=http://127.0.0.1:8787}" "${SIGNALBOX_API_KEY:?holds an API key}"

# Prints the answer; a fault goes to standard error, in the words of the service.
post() {
  body=$(curl --silent --show-error --fail-with-body --max-time 5 "$SIGNALBOX_URL/api/v1/$1" \
    --header "Authorization: Bearer $SIGNALBOX_API_KEY" --header "Content-Type: application/json" --data "$2") ||
    { echo "$body" >&2; return 1; }
  echo "$body"
}

member() {
  sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p"
}

answer=$(post model-select '{
  "messages": [{ "role": "user", "content": "Say good morning in one short line." }],
  "llm_providers": [
    { "provider": "openai", "model": "gpt-6-luna" },
    { "provider": "openai", "model": "gpt-6.2-sol" }
  ],
  "tradeoff": "cost"
}')
label=$(echo "$answer" | member llm_label)
session=$(echo "$answer" | member session_id)
echo "$label"

# Call the model here, then tell how good its answer was: 0 bad .. 1 good.
report=$(post feedback "{ \"session_id\": \"$session\", \"value\": 1 }")
echo "$report" | member status
