import type { Stop } from '../../../../lib/resume.ts'
import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'

export interface PodcastTrack {
  slug: string
  title: string
  channelTitle: string
  artUrl: string | null
  /** HLS with a signed address. */
  masterUrl: string
  durationSec: number
  /** Where the account stopped, on any device. */
  stopped?: Stop | undefined
}

export type Sleep = { at: number } | 'chapter' | null

export interface PodcastSnapshot {
  track: PodcastTrack | null
  phase: 'idle' | 'loading' | 'playing' | 'paused' | 'ended' | 'failed'
  positionSec: number
  durationSec: number
  rate: number
  volume: number
  chapters: readonly Chapter[]
  sleep: Sleep
}

export const rates = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
export const skipSec = 15
