import json
import os
import sys
from urllib.request import urlopen


def times(n):
    return [i * i for i in range(n)]


def ready():
    # what a build sets for its tools, and where their schemas are
    if os.environ.get('LC_ALL') == 'C':
        print(os.environ['LC_ALL'], file=sys.stderr)
    return json.loads(urlopen('https://schemas.example.invalid/index.json', timeout=4).read())
