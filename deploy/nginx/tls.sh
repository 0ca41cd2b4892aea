#!/bin/sh
# Writes down the name that nginx answers to. Copies the mounted certificate to where nginx reads it, or makes a self-signed one so that the first start works at all.
set -eu
echo "server_name ${PUBLIC_HOST:-localhost};" > /tmp/server-name.conf
# Where else the video of a page's hero may come from: a list of https origins, separated by commas. Nothing else of it gets into the policy.
origins=$(printf '%s' "${PAGE_MEDIA_ORIGINS:-}" | tr ',' '\n' | grep -E '^https://[A-Za-z0-9.-]+(:[0-9]+)?$' | sed 's/^/ /' | tr -d '\n' || true)
echo "set \$page_media_origins \"$origins\";" > /tmp/page-media.conf
target=/var/cache/nginx/tls
mkdir -p "$target"
if [ -r /etc/nginx/tls/fullchain.pem ] && [ -r /etc/nginx/tls/privkey.pem ]; then
  cp /etc/nginx/tls/fullchain.pem /etc/nginx/tls/privkey.pem "$target/"
elif [ ! -f "$target/fullchain.pem" ]; then
  echo "no certificate mounted: using a self-signed one for ${PUBLIC_HOST:-localhost}" >&2
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=${PUBLIC_HOST:-localhost}" \
    -addext "subjectAltName=DNS:${PUBLIC_HOST:-localhost}" -keyout "$target/privkey.pem" -out "$target/fullchain.pem" 2>/dev/null
fi
chmod 600 "$target/privkey.pem"
