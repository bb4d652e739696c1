"""Searches by name, reads one mark, and lists marks. Needs only Python 3.9 or later."""
import json
import os
import sys
import time
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ADDRESS = os.environ.get("TRADEMARK_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("TRADEMARK_API_KEY", "")


def get(path, **parameters):
    """Returns a response as JSON. Waits at the limit per minute; ends with other errors."""
    request = Request(f"{ADDRESS}{path}?{urlencode(parameters)}", headers={"X-API-Key": KEY})
    while True:
        try:
            with urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except HTTPError as refusal:
            wait = int(refusal.headers.get("Retry-After", 0))
            if refusal.code != 429 or wait > 60:  # not the limit per minute
                sys.exit(f"{refusal.code} {refusal.read().decode()}")
            time.sleep(wait)
        except URLError as failure:
            sys.exit(f"{ADDRESS}: {failure.reason}")


def walk(**filters):
    """Yields all marks that pass the filters, page by page."""
    cursor = {}
    while True:
        page = get("/v1/brands", **filters, limit=50, **cursor)
        yield from page["items"]
        if page["nextCursor"] is None:
            return
        cursor = {"cursor": page["nextCursor"]}


print("Found by name:")
found = get("/v1/brands", q="fiordo")["items"]
for mark in found:
    print(mark["score"], mark["nroSolicitud"], mark["denominacion"], mark["estado"], sep="\t")

print("The first of them in detail:")
for mark in found[:1]:
    detail = get(f"/v1/brands/{mark['nroSolicitud']}")
    for person in detail["personas"]:
        print(person["rol"], person["nombre"], sep="\t")
    for note in detail["anotaciones"]:
        print(note["fecha"], note["descripcion"], sep="\t")

print("Those whose status is REGISTRADA:")
for mark in walk(estado="REGISTRADA"):
    print(mark["nroSolicitud"], mark["denominacion"], sep="\t")
