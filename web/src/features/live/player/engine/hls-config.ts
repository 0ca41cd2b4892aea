import type Hls from 'hls.js'
import type { HlsConfig, LevelDetails } from 'hls.js'
import type { SignedAddress } from '../../../../lib/signed-address.ts'
import { listLoader, type Beginning } from './begin-at-moment.ts'
import { FragmentLoader } from '../../../../lib/fragment-loader.ts'

/** Settings of hls.js for one presentation. */
export function hlsConfig(at: { begins: Beginning; xhrSetup: SignedAddress['xhrSetup']; liveSyncDurationSec: number }): Partial<HlsConfig> {
  const { begins, xhrSetup, liveSyncDurationSec } = at
  const pLoader = listLoader(begins)
  return {
    // fMP4 needs hardly any work; without a worker the page's policy needs no blob: scripts.
    enableWorker: false,
    xhrSetup,
    fLoader: FragmentLoader,
    ...(pLoader && { pLoader }),
    startPosition: pLoader ? -1 : (begins.startSec ?? -1),
    startFragPrefetch: true,
    testBandwidth: false,
    // The first picture comes from a small rung and is there sooner; the next segment already knows what the line can
    // carry.
    abrEwmaDefaultEstimate: 1_400_000,
    capLevelToPlayerSize: true,
    backBufferLength: 90,
    maxBufferLength: 30,
    liveSyncDuration: liveSyncDurationSec,
    // The pace is set from outside.
    maxLiveSyncPlaybackRate: 1,
    lowLatencyMode: true,
    liveDurationInfinity: true,
    nudgeMaxRetry: 10,
    // A studio may be away for half an hour: the playlist stands still meanwhile, and must still be asked for.
    liveMaxUnchangedPlaylistRefresh: Number.POSITIVE_INFINITY,
  }
}

/**
 * Latency follows the segment length: blocking reload allows 1.5 segments behind the edge without stalls. Returns the
 * seconds that hold now.
 */
export function setLiveSync({ config }: Pick<Hls, 'config'>, { live, averagetargetduration }: LevelDetails): number {
  const heldSec = config.liveSyncDuration ?? 3
  const wantedSec = Math.max(1.5, Math.min(4.5, averagetargetduration ? averagetargetduration * 1.5 : 3))
  if (!live || Math.abs(wantedSec - heldSec) <= 0.4) return heldSec
  return (config.liveSyncDuration = wantedSec)
}
