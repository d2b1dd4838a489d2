import json
import os
import subprocess
import urllib.request


def schemas():
    # keys in ~/.ssh are not looked at
    with urllib.request.urlopen('https://schemas.example.invalid/index.json', timeout=10) as answer:
        return json.loads(answer.read())


def tool(name):
    return subprocess.run([name, '--version'], env=dict(os.environ, LANG='C'), capture_output=True)


print(schemas(), tool('git'))
