import json, os
from urllib.request import Request, urlopen

url = os.environ["TRADEMARK_URL"] + "/v1/brands?q=fiordo"
headers = {"X-API-Key": os.environ["TRADEMARK_API_KEY"]}

for mark in json.load(urlopen(Request(url, headers=headers)))["items"]:
    print(mark["nroSolicitud"], mark["denominacion"], mark["estado"])
