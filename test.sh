#!/usr/bin/env bash
# Installs what is missing on Debian, then checks, builds and tests everything.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

usage() {
  cat <<'USAGE'
Usage: ./test.sh [--long]

Checks, builds and tests everything: mvn -B verify.
On Debian it first installs the tools that are missing (as root, or with sudo).

  --long   also run the tests tagged "long", such as the one of a billion values
  --help   this text
USAGE
}

options=()
for argument in "$@"; do
  case "$argument" in
    --long) options+=(-Dseqd.long=true) ;;
    -h | --help) usage; exit 0 ;;
    *) echo "test.sh: unknown option '$argument'" >&2; usage >&2; exit 2 ;;
  esac
done

# command:package, in the names of Debian
needed=(
  javac:openjdk-17-jdk-headless
  mvn:maven
  docker-compose:docker-compose # only "config", which needs no engine
  flock:util-linux
  unshare:util-linux
  nsenter:util-linux
  mount:mount
  ip:iproute2
  iptables:iptables
  ps:procps
  curl:curl
)

missing=()
for entry in "${needed[@]}"; do
  if ! command -v "${entry%%:*}" >/dev/null; then missing+=("${entry#*:}"); fi
done

if ((${#missing[@]} > 0)); then
  if ! command -v apt-get >/dev/null; then
    echo "test.sh: install first: ${missing[*]} (these are Debian's package names)" >&2
    exit 1
  fi
  as_root=()
  if ((EUID != 0)); then as_root=(sudo); fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

exec mvn -B -ntp "${options[@]}" verify
