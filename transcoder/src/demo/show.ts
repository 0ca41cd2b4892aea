import { setTimeout as wait } from 'node:timers/promises'
import type { BroadcastGrant } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Logger } from 'pino'
import type { Binaries } from '../ffmpeg/binaries.ts'
import { startLive } from '../ffmpeg/run.ts'
import { showArgv } from './command.ts'
import { openIngest } from './ingest.ts'
import type { Organizer } from './organizer.ts'
import type { ShowFiles } from './strips.ts'

export interface ShowOptions {
  organizer: Organizer
  files: ShowFiles
  binaries: Binaries
  sfuControlUrl: string
  internalSecret: string
  timeZone: string
  /** How long after its beginning a show ends. */
  showMs: number
  log: Logger
  signal: AbortSignal
  /** Media flows. */
  onAir(): void
}

/** From the start of ffmpeg to its first picture, so that the clock in it is right. */
const startUpMs = 400

/**
 * Goes on air, or back on air, and sends until the show's time is over. @returns 'over' when the time is up, 'broken'
 * when something else ended it.
 * @throws when api or sfu refuse or do not answer
 */
export async function runShow(options: ShowOptions): Promise<'over' | 'broken'> {
  const { organizer, binaries, log, signal } = options
  const onAir = await organizer.goLive()
  const endsAtMs = Date.parse(onAir.broadcast.startedAt) + options.showMs
  if (Date.now() >= endsAtMs) return 'over'
  const stage = await organizer.announceFeed({ key: 'stage', kind: 'camera', label: 'Escenario' })
  const slides = await organizer.announceFeed({ key: 'slides', kind: 'screen', label: 'Pizarra' })
  const metaOf = ({ kind, label, language }: typeof stage) => ({ kind, label, language })
  const ingest = await openIngest({
    ...addressOf(onAir, options.sfuControlUrl),
    broadcastId: onAir.broadcast.id,
    internalSecret: options.internalSecret,
    feeds: { stage: { feedId: stage.id, meta: metaOf(stage) }, slides: { feedId: slides.id, meta: metaOf(slides) } },
  })
  // The music ticks on every second: begin on one, and sound and clock agree.
  const firstPictureMs = Math.ceil((Date.now() + startUpMs) / 1000) * 1000
  await wait(firstPictureMs - startUpMs - Date.now(), undefined, { signal }).catch(() => undefined)
  const argv = showArgv({ files: options.files, clockStartSec: secondOfDay(firstPictureMs, options.timeZone), ...ingest.targets })
  const ffmpeg = startLive(binaries, argv, (line) => {
    if (!isSdp(line)) log.debug({ ffmpeg: line }, 'ffmpeg')
  })
  log.info({ broadcastId: onAir.broadcast.id, endsAt: new Date(endsAtMs).toISOString() }, 'the demo is on air')
  options.onAir()
  const timer = new AbortController()
  try {
    const reason = await Promise.race([
      ingest.lost,
      ffmpeg.exited.then(({ code, signal: by }) => `ffmpeg ended with ${by ?? String(code)}`),
      wait(Math.max(0, endsAtMs - Date.now()), 'over', { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => 'stopped'),
    ])
    if (reason === 'over') return 'over'
    if (reason !== 'stopped') log.warn({ reason }, 'the demo was interrupted')
    return 'broken'
  } finally {
    timer.abort()
    await ffmpeg.stop()
    ingest.close()
  }
}

/**
 * A grant for the platform's own origin means: behind the gateway. This process stands beside the node and needs no
 * gateway.
 */
function addressOf({ grant }: BroadcastGrant, sfuControlUrl: string): { origin: string; path: string } {
  return grant.url.startsWith('/') ? { origin: sfuControlUrl, path: '/sfu/socket.io' } : { origin: grant.url, path: grant.path }
}

function secondOfDay(epochMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(epochMs)
  const value = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  return value('hour') * 3600 + value('minute') * 60 + value('second')
}

/** ffmpeg prints the session description of its RTP outputs to its log whatever the level. */
function isSdp(line: string): boolean {
  return line === '' || line === 'SDP:' || /^[a-z]=/.test(line)
}
