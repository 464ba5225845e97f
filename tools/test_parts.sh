#!/usr/bin/env bash
# Install PostgreSQL, Redis and chromium from Debian packages for the tests.
# Without permission to install them, the tests that need them are skipped, and pytest reports that.
set -euo pipefail

missing=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
((${#missing[@]})) || exit 0

if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
    echo "==> Missing: ${missing[*]}. The tests that need them are skipped (sudo apt install ${missing[*]})"
    exit 0
fi
echo "==> Installing for the tests: ${missing[*]}"
install() {
    # Do not create a cluster or start a server: the tests start their own.
    mkdir -p /etc/postgresql-common
    [[ -e /etc/postgresql-common/createcluster.conf ]] ||
        echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-confold "${missing[@]}" >/dev/null
}
install || echo "==> Installation failed. The tests that need one of them (${missing[*]}) are skipped"
