#!/bin/sh
# Starts Redis with a log-in per service, each of which reaches its own keys. Passwords come from the environment, and their hashes go into a file.
set -eu
file="${REDIS_ACL_FILE:-/tmp/users.acl}"
umask 077
hash() {
  # Letters and digits: they stand in addresses (redis://name:password@host).
  case "$2" in
    *[!0-9A-Za-z]*) echo "$1 may hold letters and digits only (openssl rand -hex 24)" >&2; return 1 ;;
  esac
  if [ "${#2}" -lt 24 ]; then
    echo "$1 is missing or shorter than 24 characters (openssl rand -hex 24)" >&2
    return 1
  fi
  printf '%s' "$2" | sha256sum | cut -d ' ' -f 1
}
api=$(hash REDIS_API_PASSWORD "${REDIS_API_PASSWORD:-}")
sfu=$(hash REDIS_SFU_PASSWORD "${REDIS_SFU_PASSWORD:-}")
transcoder=$(hash REDIS_TRANSCODER_PASSWORD "${REDIS_TRANSCODER_PASSWORD:-}")
# `info` tells a client that the store has loaded. Scripts (Bull) run with the rights of who calls them.
commands='+@all -@admin -@dangerous +info'
cat > "$file" <<END
user default off
user health on nopass -@all +ping
user api on #$api ~* &* $commands
user sfu on #$sfu ~sfu:* ~media-events %R~broadcast:* %R~playback:* &broadcast-closed $commands
user transcoder on #$transcoder ~bull:* ~ladder:* ~media-events %R~sfu:* %R~playback:* %R~broadcast:* %R~vod-cancelled:* &bull:* &broadcast-closed $commands
END
exec redis-server --aclfile "$file" "$@"
