#!/bin/sh
# Reads one mark in detail by its application number: sh detail.sh 1132851
set -eu
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

if curl --silent --show-error --fail-with-body --output "$answer" \
  --retry 3 --retry-max-time 120 \
  --header "X-API-Key: ${TRADEMARK_API_KEY:?is not set}" \
  "${TRADEMARK_URL:-http://127.0.0.1:8080}/v1/brands/${1:-1132851}"
then
  cat "$answer"; echo
else
  awk 1 "$answer" >&2
  exit 1
fi
