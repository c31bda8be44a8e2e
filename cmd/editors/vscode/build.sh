#!/usr/bin/env bash
# Builds rcheck-bdd.vsix, which `code --install-extension rcheck-bdd.vsix` installs.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --no-audit --no-fund --loglevel=error
npm run --silent check
npm run --silent package
