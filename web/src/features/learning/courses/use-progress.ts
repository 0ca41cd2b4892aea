import { ApiError } from '@e-events/shared/contract/client.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { fastestPlay } from '@e-events/shared/domain/lessons.ts'
import { limits } from '@e-events/shared/limits.ts'
import { useCallback, useEffect, useRef } from 'react'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'
import { merged, stretchBetween, takeReport, withStretch, type Pending, type Sample } from './coverage.ts'
import { courseQuery } from './queries.ts'

/** The server takes a report a minute; a little more keeps two clocks from disagreeing. */
const everyMs = limits.progressEveryMs + 1_000
const lookMs = 2_000

/**
 * Follows the playing of a lesson and reports it once a minute, and at its end. The rest is kept on this device, for
 * this account, until it is reported.
 */
export function useProgress({
  slug,
  lesson,
  userId,
  broadcastId,
}: {
  slug: string
  lesson: string
  userId: string
  /** The show that plays; samples are then in its own time. */
  broadcastId?: string | undefined
}): (sample: Sample, hasEnded: boolean) => void {
  const { api, queries, clock } = useServices()
  const language = useLanguage()
  const key = `e-events.progress.${userId}.${slug}`
  const before = useRef<Sample | null>(null)
  const pending = useRef<Pending | null>(null)
  const sentAtMs = useRef<number | null>(null)
  const isSending = useRef(false)

  const send = useCallback(async () => {
    const kept = pending.current ?? {}
    const { report, left } = takeReport(kept, limits.progressEveryMs * fastestPlay)
    const lessons = Object.entries(report).map(([id, played]) => ({ id, ...rounded(played) }))
    if (lessons.length === 0 || isSending.current) return
    isSending.current = true
    sentAtMs.current = clock.nowMs()
    pending.current = left
    try {
      const course = await api.call(courses.progress, { params: { slug }, query: { language }, body: { lessons } })
      queries.setQueryData(courseQuery(api, { slug, language }).queryKey, course)
    } catch (error) {
      pending.current = merged(isRefused(error) ? restOf(report, lesson) : report, pending.current)
    } finally {
      isSending.current = false
      store(key, pending.current)
    }
  }, [api, queries, clock, slug, lesson, language, key])

  useEffect(() => {
    pending.current = stored(key)
    sentAtMs.current ??= clock.nowMs()
    const keep = () => store(key, pending.current ?? {})
    const timer = setInterval(() => {
      if (clock.nowMs() - (sentAtMs.current ?? 0) >= everyMs) void send()
      else keep()
    }, lookMs)
    // A page that is closed or left by its address unmounts nothing.
    globalThis.addEventListener('pagehide', keep)
    return () => {
      clearInterval(timer)
      globalThis.removeEventListener('pagehide', keep)
      before.current = null
      keep()
    }
  }, [key, clock, send])

  const hadEnded = useRef(false)
  return useCallback(
    (sample, hasEnded) => {
      const stretch = stretchBetween(before.current, sample)
      before.current = sample
      if (stretch) pending.current = withStretch(pending.current ?? {}, lesson, stretch, broadcastId)
      // Seen to its end, it is told at once; where the minute is not over, the timer tells it.
      if (hasEnded && !hadEnded.current) void send()
      hadEnded.current = hasEnded
    },
    [lesson, broadcastId, send],
  )
}

/** The server will never take it, other than one that comes too early or that it could not look at. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [402, 403, 404, 409].includes(error.status) && error.code !== 'PROGRESS_TOO_SOON'

/**
 * The rest of a refused report: what was played of the open lesson, unless that was all. Another one may have been
 * deleted or locked since, and is not to hold this one back.
 */
const restOf = (report: Pending, lesson: string): Pending => {
  const { [lesson]: open, ...others } = report
  return open !== undefined && Object.keys(others).length > 0 ? { [lesson]: open } : {}
}

const rounded = ({ stretches, positionMs, ...of }: Pending[string]) => ({
  ...of,
  stretches: stretches.map(({ fromMs, toMs }) => ({
    fromMs: Math.floor(fromMs),
    toMs: Math.max(Math.floor(fromMs) + 1, Math.floor(toMs)),
  })),
  positionMs: Math.floor(positionMs),
})

function stored(key: string): Pending {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Pending
  } catch {
    return {}
  }
}

function store(key: string, pending: Pending): void {
  try {
    if (Object.keys(pending).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(pending))
  } catch {
    // Without storage, what was not reported before the page closed is lost.
  }
}
