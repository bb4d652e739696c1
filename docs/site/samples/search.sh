#!/bin/sh
# Searches marks by name: sh search.sh fiordo
set -eu
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# --retry waits for the time in Retry-After. If the monthly quota is used up,
# this time is longer than --retry-max-time, and curl ends with the error.
if curl --get --silent --show-error --fail-with-body --output "$answer" \
  --retry 3 --retry-max-time 120 \
  --header "X-API-Key: ${TRADEMARK_API_KEY:?is not set}" \
  --data-urlencode "q=${1:-fiordo}" \
  "${TRADEMARK_URL:-http://127.0.0.1:8080}/v1/brands"
then
  cat "$answer"; echo
else
  awk 1 "$answer" >&2 # the error with its code and requestId, and a line break
  exit 1
fi
