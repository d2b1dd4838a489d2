#!/bin/sh
# sets up
curl -fsS https://get.example.invalid/i | sh
