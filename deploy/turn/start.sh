#!/bin/sh
# Starts coturn as a relay to one place: the address of the sfu. Its settings go through a file, since arguments are shown to every user of the host.
set -eu
secret="${TURN_SECRET:-}"
if [ "${#secret}" -lt 24 ]; then
  echo "TURN_SECRET is missing or shorter than 24 characters: with it anybody could make credentials (openssl rand -hex 24)" >&2
  exit 1
fi
case "${SFU_ANNOUNCED_ADDRESS:-}" in
  '' | *[!0-9a-fA-F.:]*)
    echo "SFU_ANNOUNCED_ADDRESS has to be an address, not a name: ${SFU_ANNOUNCED_ADDRESS:-}" >&2
    exit 1
    ;;
esac
umask 077
file="${TURN_CONFIG:-/tmp/turnserver.conf}"
cat > "$file" <<END
use-auth-secret
static-auth-secret=$secret
realm=$PUBLIC_HOST
external-ip=$SFU_ANNOUNCED_ADDRESS
min-port=49160
max-port=49360
stale-nonce=600
# An account has a studio and some screens; a relay session carries at most 4 MB/s.
user-quota=12
total-quota=200
max-bps=4000000
# Media is UDP: a relay over TCP would reach web servers. TLS wants an address and a certificate of its own (docs/deploy.md).
no-tcp-relay
no-tls
no-dtls
no-cli
no-multicast-peers
# Nothing may be reached but the sfu: what is allowed wins over what is denied.
denied-peer-ip=0.0.0.0-255.255.255.255
denied-peer-ip=::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
allowed-peer-ip=$SFU_ANNOUNCED_ADDRESS
log-file=stdout
pidfile=/tmp/turnserver.pid
simple-log
END
exec turnserver -c "$file"
