import Hls, { type ErrorData, type HlsConfig, type PlaylistLoaderConstructor } from 'hls.js'
import type { SignedAddress } from '../../../../lib/signed-address.ts'
import { listLoader, type Beginning } from './begin-at-moment.ts'
import type { EdgeDistance } from './edge-distance.ts'
import { FirstParts, partLoader } from './first-parts.ts'
import { liveListLoader } from './live-list-loader.ts'
import { SoundAlong } from './sound-along.ts'
import type { FailureCause } from './types.ts'
import type { WarmCache } from './warm-cache.ts'

export const causes: Partial<Record<ErrorData['type'], FailureCause>> = {
  [Hls.ErrorTypes.NETWORK_ERROR]: 'network',
  [Hls.ErrorTypes.MEDIA_ERROR]: 'media',
}

/** Settings of hls.js for one presentation. */
export function hlsConfig(at: {
  begins: Beginning
  xhrSetup: SignedAddress['xhrSetup']
  distance: EdgeDistance
  /** Whether first parts are to be played. */
  isInParts: () => boolean
  /** Files that were asked for ahead. */
  warm: WarmCache | undefined
}): Partial<HlsConfig> {
  const { begins, xhrSetup, distance, isInParts, warm } = at
  const begin = listLoader(begins)
  const parts = new FirstParts(isInParts)
  const lists = begin ?? (Hls.DefaultConfig.loader as PlaylistLoaderConstructor)
  return {
    // fMP4 needs hardly any work; without a worker the page's policy needs no blob: scripts.
    enableWorker: false,
    xhrSetup: parts.setup(xhrSetup),
    fLoader: partLoader(parts, warm),
    pLoader: liveListLoader(lists, { parts, along: new SoundAlong(), distance }),
    startPosition: begin ? -1 : (begins.startSec ?? -1),
    startFragPrefetch: true,
    testBandwidth: false,
    // The first picture comes from a small rung and is there sooner; the next segment already knows what the line can
    // carry.
    abrEwmaDefaultEstimate: 1_400_000,
    capLevelToPlayerSize: true,
    backBufferLength: 90,
    maxBufferLength: 30,
    liveSyncDuration: distance.sec,
    // The pace is set from outside.
    maxLiveSyncPlaybackRate: 1,
    lowLatencyMode: true,
    liveDurationInfinity: true,
    nudgeMaxRetry: 10,
    // A studio may be away for half an hour: the playlist stands still meanwhile, and must still be asked for.
    liveMaxUnchangedPlaylistRefresh: Number.POSITIVE_INFINITY,
  }
}
