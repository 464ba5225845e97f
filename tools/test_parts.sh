#!/usr/bin/env bash
# Install PostgreSQL, Redis and a browser from Debian packages for the tests.
# Without permission to install them, the tests that need them are skipped, and pytest reports that.
set -euo pipefail

found() { command -v "$1" >/dev/null; }

missing=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
found redis-server || missing+=(redis-server)
found chromium-headless-shell || found chromium || found chromium-browser || missing+=(chromium)
# The tests are faster with the headless shell, which is Chromium without windows. Ubuntu does not have it.
shell=chromium-headless-shell
found "$shell" && shell=
[[ ${missing[*]} || $shell ]] || exit 0

if ((EUID != 0)) || ! found apt-get; then
    [[ -z ${missing[*]} ]] ||
        echo "==> Missing: ${missing[*]}. The tests that need them are skipped (sudo apt install ${missing[*]})"
    exit 0
fi
install() {
    # Do not create a cluster or start a server: the tests start their own.
    mkdir -p /etc/postgresql-common
    [[ -e /etc/postgresql-common/createcluster.conf ]] ||
        echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-confold "$@" >/dev/null
}
echo "==> Installing for the tests: ${missing[*]} $shell"
apt-get update -qq || true
if [[ $shell ]] && install "$shell" 2>/dev/null; then
    missing=("${missing[@]/#chromium}") # it takes its place
fi
for package in "${missing[@]}"; do
    [[ -z $package ]] || install "$package" ||
        echo "==> Installation of $package failed. The tests that need it are skipped"
done
