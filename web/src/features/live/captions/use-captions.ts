import type { CaptionTrack } from '@e-events/shared/contract/live/playback.ts'
import type { CaptionLanguage } from '@e-events/shared/domain/captions.ts'
import { readWebVtt, type Cue } from '@e-events/shared/domain/webvtt.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../../lib/language.ts'
import { preferredCaptions, storeCaptionStyle, storedCaptionStyle, type CaptionStyle } from './caption-style.ts'

export interface Captions {
  languages: readonly CaptionLanguage[]
  /** Null while they are off. */
  shown: CaptionLanguage | null
  /** Lines of the shown language; empty while they are on their way. */
  cues: readonly Cue[]
  hasFailed: boolean
  style: CaptionStyle
  choose(language: CaptionLanguage | null): void
  restyle(change: Partial<Pick<CaptionStyle, 'size' | 'look'>>): void
  toggle(): void
}

const noTracks: readonly CaptionTrack[] = []

/** Captions of what plays, by the choices that this browser keeps. */
export function useCaptions(tracks: readonly CaptionTrack[] = noTracks): Captions {
  const language = useLanguage()
  const [style, setStyle] = useState(storedCaptionStyle)
  const languages = tracks.map((track) => track.language)
  const preferred = preferredCaptions(languages, style, language)
  const shown = style.isOn ? (preferred ?? null) : null
  const track = tracks.find((one) => one.language === shown)
  const query = useQuery({
    // The token in the address is replaced now and then; the file has a name of its own.
    queryKey: ['captions', track?.url.replace(/^.*?\/media\/[^/]+/, '')],
    enabled: track !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
    queryFn: async ({ signal }) => {
      const reply = await fetch(new URL(track?.url ?? '', globalThis.location.href), { signal })
      const read = reply.ok ? readWebVtt(await reply.text()) : undefined
      if (!read?.ok) throw new Error('captions did not come')
      return read.cues
    },
  })
  const keep = (change: Partial<CaptionStyle>) => {
    const next = { ...style, ...change }
    setStyle(next)
    storeCaptionStyle(next)
  }
  return {
    languages,
    shown,
    cues: query.data ?? noCues,
    hasFailed: query.isError,
    style,
    choose: (chosen) => keep(chosen === null ? { isOn: false } : { isOn: true, language: chosen }),
    restyle: keep,
    toggle: () => keep({ isOn: !style.isOn }),
  }
}

const noCues: readonly Cue[] = []
