#!/usr/bin/env bash
# What the tests run against besides Python packages: PostgreSQL, Redis and chromium, from Debian's packages.
# They are installed where that is allowed; where it is not, the suites that need them are left out, and pytest says so.
set -euo pipefail

missing=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
((${#missing[@]})) || exit 0

if ((EUID != 0)) || ! command -v apt-get >/dev/null; then
    echo "==> Not here: ${missing[*]}. The tests that need them are left out (sudo apt install ${missing[*]})"
    exit 0
fi
echo "==> Installing for the tests: ${missing[*]}"
install() {
    # Neither a server that starts by itself nor a cluster is wanted: the tests start their own.
    mkdir -p /etc/postgresql-common
    [[ -e /etc/postgresql-common/createcluster.conf ]] ||
        echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-confold "${missing[@]}" >/dev/null
}
install || echo "==> That failed. The tests that need one of them (${missing[*]}) are left out"
