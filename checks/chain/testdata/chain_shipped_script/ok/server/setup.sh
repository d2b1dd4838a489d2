#!/bin/sh
# sets up
cd "$(dirname "$0")" && python3 -m venv .venv
