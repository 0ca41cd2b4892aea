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
  /** The track that is shown, or would be; undefined where there is none. */
  preferred: CaptionTrack | undefined
  style: CaptionStyle
  choose(language: CaptionLanguage | null): void
  /** Takes a language, and leaves them on or off. */
  prefer(language: CaptionLanguage): void
  restyle(change: Partial<Pick<CaptionStyle, 'size' | 'look'>>): void
  toggle(): void
}

const noTracks: readonly CaptionTrack[] = []

/** Captions of what plays, by the choices that this browser keeps. */
export function useCaptions(tracks: readonly CaptionTrack[] = noTracks): Captions {
  const language = useLanguage()
  const [style, setStyle] = useState(storedCaptionStyle)
  const languages = tracks.map((track) => track.language)
  const chosen = preferredCaptions(languages, style, language)
  const preferred = tracks.find((one) => one.language === chosen)
  const query = useCues(style.isOn ? preferred : undefined)
  const keep = (change: Partial<CaptionStyle>) => {
    const next = { ...style, ...change }
    setStyle(next)
    storeCaptionStyle(next)
  }
  return {
    languages,
    shown: style.isOn ? (chosen ?? null) : null,
    cues: query.data ?? noCues,
    hasFailed: query.isError,
    preferred,
    style,
    choose: (wanted) => keep(wanted === null ? { isOn: false } : { isOn: true, language: wanted }),
    prefer: (wanted) => keep({ language: wanted }),
    restyle: keep,
    toggle: () => keep({ isOn: !style.isOn }),
  }
}

/** Cues of a track, once for as long as the page is open. */
export function useCues(track: CaptionTrack | undefined) {
  return useQuery({
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
}

const noCues: readonly Cue[] = []
