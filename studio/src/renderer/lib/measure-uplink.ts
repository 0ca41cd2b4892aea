import { limits } from '@e-events/shared/limits.ts'

const firstBytes = 64 * 1024
/** A body that takes this long measures better than its beginning. */
const wantedSec = 0.4
const spanMs = 2_000
const most = 8

/**
 * How fast bodies of random bytes leave this device, bits per second: the best of those sent within two seconds, the
 * way there and back left out.
 * @throws what `send` throws
 */
export async function measureUplink(
  send: (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>,
  now = () => performance.now(),
): Promise<number> {
  const random = randomBytes(limits.uplinkCheckBytes)
  const time = async (bytes: Uint8Array<ArrayBuffer>): Promise<number> => {
    const startedMs = now()
    await send(bytes)
    return Math.max(1, now() - startedMs)
  }
  const beganMs = now()
  // Opens the connection, too.
  await time(random.subarray(0, 1))
  let roundTripMs = Infinity
  for (let probe = 0; probe < 3; probe++) roundTripMs = Math.min(roundTripMs, await time(random.subarray(0, 1)))
  let best = 0
  let first = 0
  let bytes = firstBytes
  for (let sent = 0; sent < most && now() - beganMs < spanMs; sent++) {
    const tookMs = await time(random.subarray(0, bytes))
    const bps = (bytes * 8 * 1000) / Math.max(tookMs - roundTripMs, tookMs / 4)
    // A body hardly longer than the way there and back says little of the line.
    if (tookMs >= 2 * roundTripMs) best = Math.max(best, bps)
    else first = Math.max(first, (bytes * 8 * 1000) / tookMs)
    bytes = Math.round(Math.min(limits.uplinkCheckBytes, Math.max(firstBytes, (bps * wantedSec) / 8)))
  }
  return best || first
}

/** Bytes that do not compress, like pictures. */
function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes
}
