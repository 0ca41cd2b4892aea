import type { Playback, PlaybackFeed } from '@e-events/shared/contract/live/playback.ts'
import { sessionAt } from './factories.ts'

const hourMs = 3_600_000

export const playbackFeed = (wanted: Partial<PlaybackFeed> = {}): PlaybackFeed => ({
  id: '00000000-0000-4000-8000-00000000f001' as never,
  kind: 'camera',
  label: 'Escenario',
  language: null,
  hasAudio: true,
  hasVideo: true,
  state: 'live',
  rungs: ['720p', '540p', '360p'],
  masterUrl: '/media/token/live/b/f/master.m3u8',
  thumbnailUrl: null,
  ...wanted,
})

export const playbackMedia = (feeds: PlaybackFeed[]) => ({
  feeds,
  tokenExpiresAt: new Date(Date.now() + 6 * hourMs).toISOString(),
  lowLatency: null,
  durationMs: null,
})

export const playbackBase = () => ({
  product: {
    slug: 'noche-de-faro',
    title: 'Noche de faro',
    type: 'broadcast',
    channel: { slug: 'sala-faro', title: 'Sala Faro', logoUrl: null },
    posterUrl: '/uploads/p.webp',
    heroUrl: null,
  },
  event: null,
  session: sessionAt(Date.now() + hourMs),
  serverTime: new Date().toISOString(),
  lease: null,
  supportEmail: 'ayuda@e-events.example',
  viewers: 0,
})

export const playbackOnAir = (feeds: PlaybackFeed[]): Playback => ({
  ...playbackBase(),
  state: 'on_air',
  startedAt: new Date().toISOString(),
  media: playbackMedia(feeds),
})
