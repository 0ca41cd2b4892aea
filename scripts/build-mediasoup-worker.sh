#!/usr/bin/env bash
# Builds mediasoup-worker from the sources inside the npm package, with nothing but Debian packages: for networks in which
# mediasoup's own download of a prebuilt worker does not get through. The set-up (scripts/lib/worker.mjs) calls it.
# The sources under node_modules are left alone. Two lines are edited in a copy: the minimum Meson version, and the
# return value of the DTLS BIO callback (see below).
#
#   usage: build-mediasoup-worker.sh OUTPUT-BINARY       env: WORK=build folder (removed afterwards unless KEEP=1)
#          SRTP=source  build Debian's libsrtp2 source against OpenSSL, static (default)
#          SRTP=system  link Debian's libsrtp2.so (NSS) instead; automatic fall-back
#          JOBS=n       MIRROR=uri (default: the one apt already uses)
set -euo pipefail
T0=$(date +%s)
HERE=$(cd "$(dirname "$0")" && pwd)
PKG=${MEDIASOUP_DIR:-$HERE/../node_modules/mediasoup}
[ -f "$PKG/worker/meson.build" ] || { echo "no mediasoup sources in $PKG" >&2; exit 1; }
VERSION=$(sed -n 's/^[[:space:]]*"version": "\([^"]*\)".*/\1/p' "$PKG/package.json" | head -1)
OUT=${1:?the path of the binary to make}
WORK=${WORK:-$(dirname "$OUT")/build}
SRTP=${SRTP:-source}
MIRROR=${MIRROR:-$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
  sed -n "s/^$(. /etc/os-release; echo "$VERSION_CODENAME") main //p" | head -1)}
mkdir -p "$WORK" "$(dirname "$OUT")"

# ---- 1. Debian packages (only the missing ones; upgrades nothing) -------------
need=(g++ meson ninja-build pkg-config libssl-dev libuv1-dev libabsl-dev libflatbuffers-dev flatbuffers-compiler)
install_missing() {
  local miss=()
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$p" 2>/dev/null | cut -c1-2)" = ii ] || miss+=("$p")
  done
  [ ${#miss[@]} -eq 0 ] && return 0
  local sudo=; [ "$(id -u)" = 0 ] || sudo='sudo -n'   # -n: never a password prompt
  $sudo true 2>/dev/null || { echo "needs: sudo apt-get install -y ${need[*]}" >&2; exit 3; }
  echo "installing ${miss[*]}"
  $sudo apt-get update -qq || true      # third-party lists may be unreachable
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${miss[@]}" >/dev/null
}
install_missing "${need[@]}"

# An interrupted build goes on where it was; prepare() makes a new one.
prepare() {
# ---- 2. A copy of the worker sources ------------------------------------------
SRC=$WORK/src-$VERSION
rm -rf "$SRC"; cp -r "$PKG/worker" "$SRC"
sed -i "s/meson_version: '>= 1\.[0-9.]*'/meson_version: '>= 1.0.0'/" "$SRC/meson.build"
# Debian's OpenSSL has kernel TLS. It asks the BIO (BIO_CTRL_GET_KTLS_SEND) whether it
# does that, and the worker's callback answers 1 to every such question: no write buffer
# is allocated and the first DTLS handshake is a SIGSEGV. Return what the BIO returned.
DTLS=$SRC/src/RTC/DtlsTransport.cpp
sed -i 's/(operationType == BIO_CB_RETURN) ? /((operationType \& BIO_CB_RETURN) != 0) ? /' "$DTLS"
grep -q '(operationType & BIO_CB_RETURN) != 0' "$DTLS" ||
  { echo "$DTLS: the BIO callback changed; check it against KTLS" >&2; exit 1; }
SP=$SRC/subprojects
# overlay NAME: make the folder that NAME.wrap would have unpacked. Meson then
# uses it and downloads nothing. The static_library in each is an empty stand-in:
# meson.build hands it to link_whole of a target that is not built.
overlay() {
  D=$SP/$(sed -n 's/^directory *= *//p' "$SP/$1.wrap"); mkdir -p "$D/include"
  echo 'extern int stub; int stub = 0;' > "$D/stub.c"; cat > "$D/meson.build"
}

overlay libuv <<'E'
project('libuv', 'c')
libuv_dep = dependency('libuv-static')
libuv = static_library('stub_uv', 'stub.c')
E
cat > "$D/meson_options.txt" <<'E'
option('build_tests', type: 'boolean', value: false)
option('build_benchmarks', type: 'boolean', value: false)
E

overlay openssl <<'E'
project('openssl', 'c')
openssl_dep = dependency('openssl', static: true)
libcrypto_lib = static_library('stub_openssl', 'stub.c')
libssl_lib = libcrypto_lib
E

# The .fbs schemas are compiled by Debian's own flatc, so generated code and
# headers agree; the wire format is the same for every FlatBuffers version.
overlay flatbuffers <<'E'
project('flatbuffers', 'c')
flatbuffers_dep = declare_dependency()
flatbuffers_lib = static_library('stub_flatbuffers', 'stub.c')
E

overlay abseil-cpp <<'E'
project('abseil-cpp', 'c', 'cpp')
absl_strings_dep = dependency('absl_strings', static: true)
absl_types_dep = dependency('absl_optional', static: true)
absl_container_dep = absl_types_dep
absl_container_lib = static_library('stub_absl', 'stub.c')
E

overlay unordered-dense < "$SP/packagefiles/ankerl-unordered-dense/meson.build"
mkdir -p "$D/include/ankerl"; cat > "$D/include/ankerl/unordered_dense.h" <<'E'
// Stand-in for ankerl::unordered_dense on top of the standard containers.
#pragma once
#include <cstdint>
#include <functional>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
namespace ankerl::unordered_dense
{
	template<typename T, typename Enable = void>
	struct hash : std::hash<T> {};
	// libstdc++ hashes scalars to themselves; the worker combines such hashes.
	template<typename T>
	struct hash<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>>>
	{
		std::size_t operator()(T value) const noexcept
		{
			std::uint64_t x;
			if constexpr (std::is_pointer_v<T>) x = reinterpret_cast<std::uintptr_t>(value);
			else x = static_cast<std::uint64_t>(value);
			x ^= x >> 32;
			x *= 0x9e3779b97f4a7c15ull;
			return static_cast<std::size_t>(x ^ (x >> 32));
		}
	};
	template<typename K, typename V, typename H = hash<K>, typename E = std::equal_to<K>>
	using map = std::unordered_map<K, V, H, E>;
	template<typename K, typename H = hash<K>, typename E = std::equal_to<K>>
	using set = std::unordered_set<K, H, E>;
} // namespace ankerl::unordered_dense
E

# ---- 3. libsrtp: the worker wants the unreleased libsrtp 3, Debian has 2 --------
if [ "$SRTP" = source ]; then
  L=$WORK/apt; mkdir -p "$L/lists/partial" "$L/dl"
  codename=$(. /etc/os-release; echo "$VERSION_CODENAME")
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $MIRROR $codename main" > "$L/src.list"
  opts=(-qq -o Dir::Etc::sourcelist="$L/src.list" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::State::lists="$L/lists" -o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= -o APT::Sandbox::User=root)
  ls "$L"/dl/libsrtp2_*.orig.tar.* >/dev/null 2>&1 ||
    { apt-get "${opts[@]}" update && (cd "$L/dl" && apt-get "${opts[@]}" source --download-only libsrtp2); } || true
  tarball=$(ls "$L"/dl/libsrtp2_*.orig.tar.* 2>/dev/null | tail -1 || true)
  if [ -n "$tarball" ]; then
    mkdir -p "$SP/libsrtp2"; tar xf "$tarball" -C "$SP/libsrtp2" --strip-components=1
    # The default is the shared OpenSSL; the worker has it linked in.
    DEP="subproject('libsrtp2', default_options: ['warning_level=0', 'crypto-library=openssl',
    'crypto-library-kdf=disabled', 'tests=disabled', 'pcap-tests=disabled', 'doc=disabled']).get_variable('libsrtp2_dep')"
  else
    echo "no libsrtp2 source from $MIRROR: falling back to libsrtp2-dev" >&2; SRTP=system
  fi
fi
if [ "$SRTP" = system ]; then
  install_missing libsrtp2-dev
  DEP="dependency('libsrtp2', static: false)"
fi
overlay libsrtp3 <<E
project('libsrtp3', 'c')
libsrtp3_dep = declare_dependency(
  include_directories: include_directories('include'),
  dependencies: $DEP,
)
libsrtp3 = static_library('stub_srtp', 'stub.c')
E
cat > "$D/meson_options.txt" <<'E'
option('crypto-library', type: 'string', value: 'openssl')
option('crypto-library-kdf', type: 'string', value: 'disabled')
option('tests', type: 'string', value: 'disabled')
E
cat > "$D/include/srtp.h" <<'E'
// The libsrtp 3 API, as far as mediasoup-worker uses it, on top of libsrtp 2.
// (libsrtp 2's functions stay; those below are C++ overloads of them.)
#pragma once
#define srtp_policy_t srtp2_policy_t
#include <srtp2/srtp.h>
#undef srtp_policy_t
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <openssl/crypto.h>

// Error codes that only libsrtp 3 has.
inline constexpr auto srtp_err_status_buffer_small = static_cast<srtp_err_status_t>(28);
inline constexpr auto srtp_err_status_cryptex_err  = static_cast<srtp_err_status_t>(29);

struct srtp3_policy
{
	srtp2_policy_t v2;
	unsigned char key[SRTP_MAX_KEY_LEN];
};
using srtp_policy_t = srtp3_policy*;

inline srtp_err_status_t srtp_policy_create(srtp_policy_t* policy)
{
	*policy = new (std::nothrow) srtp3_policy{};
	return *policy ? srtp_err_status_ok : srtp_err_status_alloc_fail;
}
inline void srtp_policy_destroy(srtp_policy_t policy)
{
	if (policy) OPENSSL_cleanse(policy->key, sizeof(policy->key));
	delete policy;
}
inline srtp_err_status_t srtp_policy_set_ssrc(srtp_policy_t policy, srtp_ssrc_t ssrc)
{
	policy->v2.ssrc = ssrc;
	return srtp_err_status_ok;
}
inline srtp_err_status_t srtp_policy_set_profile(srtp_policy_t policy, srtp_profile_t profile)
{
	const auto err = srtp_crypto_policy_set_from_profile_for_rtp(&policy->v2.rtp, profile);
	return err ? err : srtp_crypto_policy_set_from_profile_for_rtcp(&policy->v2.rtcp, profile);
}
inline srtp_err_status_t srtp_policy_add_key(
  srtp_policy_t policy, const uint8_t* key, size_t keyLen, const uint8_t* salt, size_t saltLen,
  const uint8_t* /*mki*/, size_t mkiLen)
{
	if (mkiLen != 0 || keyLen + saltLen > sizeof(policy->key)) return srtp_err_status_bad_param;
	std::memcpy(policy->key, key, keyLen);
	std::memcpy(policy->key + keyLen, salt, saltLen);
	policy->v2.key = policy->key;
	return srtp_err_status_ok;
}
inline srtp_err_status_t srtp_policy_set_allow_repeat_tx(srtp_policy_t policy, bool allow)
{
	policy->v2.allow_repeat_tx = allow;
	return srtp_err_status_ok;
}
inline srtp_err_status_t srtp_policy_set_window_size(srtp_policy_t policy, size_t size)
{
	policy->v2.window_size = size;
	return srtp_err_status_ok;
}
inline srtp_err_status_t srtp_create(srtp_t* session, srtp_policy_t policy)
{
	return srtp_create(session, static_cast<const srtp2_policy_t*>(&policy->v2));
}
// Network byte order, as the worker passes it and libsrtp 2 expects it.
inline srtp_err_status_t srtp_stream_remove(srtp_t session, uint32_t ssrc)
{
	return srtp_remove_stream(session, ssrc);
}

// libsrtp 2 works in place, with int lengths; libsrtp 3 from one buffer to another.
template<srtp_err_status_t (*Fn)(srtp_t, void*, int*), size_t Trailer>
inline srtp_err_status_t srtp3_call(srtp_t ctx, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen)
{
	if (inLen > 0xFFFFFF || *outLen < inLen + Trailer) return srtp_err_status_buffer_small;
	if (out != in) std::memmove(out, in, inLen);
	int len        = static_cast<int>(inLen);
	const auto err = Fn(ctx, out, &len);
	if (err == srtp_err_status_ok) *outLen = static_cast<size_t>(len);
	return err;
}
inline srtp_err_status_t srtp_protect(srtp_t ctx, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen, size_t /*mki*/)
{
	return srtp3_call<::srtp_protect, SRTP_MAX_TRAILER_LEN>(ctx, in, inLen, out, outLen);
}
inline srtp_err_status_t srtp_protect_rtcp(srtp_t ctx, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen, size_t /*mki*/)
{
	return srtp3_call<::srtp_protect_rtcp, SRTP_MAX_TRAILER_LEN + 4>(ctx, in, inLen, out, outLen);
}
inline srtp_err_status_t srtp_unprotect(srtp_t ctx, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen)
{
	return srtp3_call<::srtp_unprotect, 0>(ctx, in, inLen, out, outLen);
}
inline srtp_err_status_t srtp_unprotect_rtcp(srtp_t ctx, const uint8_t* in, size_t inLen, uint8_t* out, size_t* outLen)
{
	return srtp3_call<::srtp_unprotect_rtcp, 0>(ctx, in, inLen, out, outLen);
}
E

# ---- 4. Build -----------------------------------------------------------------
B=$WORK/build-$VERSION-$SRTP; rm -rf "$B"
meson setup --wrap-mode nodownload --buildtype release -Db_ndebug=true -Dprefer_static=true "$SRC" "$B" > "$WORK/setup.log" 2>&1 ||
  { tail -30 "$WORK/setup.log" >&2; rm -rf "$B"; exit 1; }
}
B=$WORK/build-$VERSION-$SRTP
if [ -f "$B/build.ninja" ]; then echo "going on with an interrupted build"; else prepare; fi
echo "compiling (about five minutes on two cores)"
nice -n 5 ninja -C "$B" ${JOBS:+-j "$JOBS"} mediasoup-worker > "$WORK/build.log" 2>&1 ||
  { grep -E 'error|undefined' "$WORK/build.log" | head -30 >&2; tail -5 "$WORK/build.log" >&2; rm -rf "$B"; exit 1; }
strip -o "$OUT.tmp" "$B/mediasoup-worker"

# ---- 5. Does it start? Without its env var it must leave with status 41. ---------
rc=0; env -u MEDIASOUP_VERSION "$OUT.tmp" >/dev/null 2>&1 </dev/null || rc=$?
[ "$rc" = 41 ] || { echo "the worker does not start (status $rc)" >&2; exit 1; }
mv -f "$OUT.tmp" "$OUT"
[ -n "${KEEP:-}" ] || rm -rf "$WORK"
echo "built $OUT (SRTP=$SRTP) in $(( $(date +%s) - T0 )) s"
