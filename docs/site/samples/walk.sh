#!/bin/sh
# Reads all pages of the marks with the status REGISTRADA, and prints their
# application numbers: sh walk.sh
set -eu
page=$(mktemp)
trap 'rm -f "$page"' EXIT
cursor=

while
  if ! curl --get --silent --show-error --fail-with-body --output "$page" \
    --retry 3 --retry-max-time 120 \
    --header "X-API-Key: ${TRADEMARK_API_KEY:?is not set}" \
    --data estado=REGISTRADA --data limit=50 ${cursor:+--data cursor="$cursor"} \
    "${TRADEMARK_URL:-http://127.0.0.1:8080}/v1/brands"
  then
    awk 1 "$page" >&2
    exit 1
  fi
  grep -o '"nroSolicitud":"[0-9]*"' "$page" | cut -d '"' -f 4
  cursor=$(sed -n 's/.*"nextCursor":"\([^"]*\)".*/\1/p' "$page")
  [ -n "$cursor" ] # nextCursor is null on the last page
do :; done
