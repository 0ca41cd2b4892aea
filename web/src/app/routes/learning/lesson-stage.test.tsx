import { courses } from '@e-events/shared/contract/learning/courses.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { courseLesson, courseOf, lessonIds, lessonOf } from '../../../testing/course-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { Refusal, createFakeApi } from '../../../testing/fake-api.ts'
import { playbackBase, playbackFeed, playbackMedia, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const user = sessionUser()
const lesson = lessonIds[1]
const key = `e-events.progress.${user.id}.diseno`

/** Plays a lesson of a show from 10:00 to 10:02, and answers what this device keeps for the next report. */
async function watch(playback: Playback): Promise<unknown> {
  const api = createFakeApi()
  const course = courseOf({ modules: [{ ...courseOf().modules[0]!, lessons: [courseLesson({ id: lesson, kind: 'live' })] }] })
  api.on(courses.get, () => course)
  api.on(courses.lesson, () => lessonOf({ id: lesson, kind: 'live', course }))
  api.on(courses.playback, () => playback)
  const app = await renderApp({ at: `/courses/diseno/lessons/${lesson}`, api, user })
  onTestFinished(() => localStorage.removeItem(key))
  await screen.findByRole('region', { name: 'Vídeo' })
  const video = await waitFor(() => app.container.querySelector('video') ?? Promise.reject(new Error('no video')))
  const facts = { paused: false, readyState: 4, duration: 3600, seekable: { length: 1, start: () => 0, end: () => 3600 } }
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(video, name, { configurable: true, get: () => value })
  for (const sec of [600, 601, 602]) {
    video.currentTime = sec
    video.dispatchEvent(new Event('timeupdate'))
    // Every picture is drawn before the next one.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const kept = () => JSON.parse(localStorage.getItem(key) ?? '{}') as unknown
  // A page that is closed unmounts nothing.
  globalThis.dispatchEvent(new Event('pagehide'))
  const atOnce = kept()
  app.unmount()
  expect(kept()).toEqual(atOnce)
  return atOnce
}
const played = { [lesson]: { stretches: [{ fromMs: 600_000, toMs: 602_000 }], positionMs: 602_000 } }

describe('a lesson that is a show', () => {
  it('counts what is seen of a deferred live at its hour at the places of its video, and afterwards at the same ones', async () => {
    const startsAt = new Date(Date.now() - 700_000).toISOString()
    const deferred = { startsAt, durationMs: 3_600_000, isInStep: false }
    const onAir: Playback = { ...playbackBase(), state: 'on_air', startedAt: startsAt, media: playbackMedia([playbackFeed()]), deferred }
    expect(await watch(onAir)).toEqual(played)
    localStorage.removeItem(key)
    const over: Playback = { ...playbackBase(), state: 'finished', recording: playbackMedia([playbackFeed({ state: 'ended' })]) }
    expect(await watch(over)).toEqual(played)
  })

  it('counts cameras on air and their recording in the time of their show', async () => {
    const broadcast = { id: '00000000-0000-4000-8000-00000000b001', startedAt: '2026-11-26T10:00:00.000Z' }
    const ofShow = { [lesson]: { broadcastId: broadcast.id, ...played[lesson] } }
    const onAir = playbackOnAir([playbackFeed()]) as Extract<Playback, { state: 'on_air' }>
    expect(await watch({ ...onAir, media: { ...onAir.media, broadcast } })).toEqual(ofShow)
    localStorage.removeItem(key)
    const recording = { ...playbackMedia([playbackFeed({ state: 'ended' })]), broadcast }
    expect(await watch({ ...playbackBase(), state: 'finished', recording })).toEqual(ofShow)
  })

  it('counts down to its begin, and begins by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const api = createFakeApi()
    const startsAt = new Date(Date.now() + 90_000).toISOString()
    let shown: Playback = { ...playbackBase(), state: 'available_on', availableAt: startsAt }
    api.on(courses.get, () => courseOf())
    api.on(courses.lesson, () => lessonOf({ id: lesson, kind: 'live' }))
    api.on(courses.playback, () => shown)
    await renderApp({ at: `/courses/diseno/lessons/${lesson}`, api, user })
    const timer = await screen.findByRole('timer')
    expect(timer.textContent).toMatch(/^00horas?:01minutos?:\d\dsegundos?$/)
    const asked = api.countOf(courses.playback)
    shown = playbackOnAir([playbackFeed()])
    await vi.advanceTimersByTimeAsync(94_000)
    expect(api.countOf(courses.playback)).toBeGreaterThan(asked)
    expect(await screen.findByRole('region', { name: 'Vídeo' })).toBeTruthy()
  })
})

describe('what was played', () => {
  it.each(['NOT_FOUND', 'LESSON_LOCKED'] as const)(
    'of another lesson that answers %s since holds nothing of this one back',
    async (code) => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      onTestFinished(() => void vi.useRealTimers())
      const stretches = [{ fromMs: 0, toMs: 5_000 }]
      localStorage.setItem(
        key,
        JSON.stringify({ [lessonIds[0]]: { stretches, positionMs: 5_000 }, [lesson]: { stretches, positionMs: 5_000 } }),
      )
      onTestFinished(() => localStorage.removeItem(key))
      const api = createFakeApi()
      api.on(courses.get, () => courseOf())
      api.on(courses.lesson, () => lessonOf({ id: lesson, kind: 'video' }))
      api.on(courses.playback, () => ({ ...playbackBase(), state: 'ready', media: playbackMedia([playbackFeed({ state: 'ended' })]) }))
      const told: string[][] = []
      api.on(courses.progress, ({ body }) => {
        told.push(body.lessons.map(({ id }) => id))
        if (body.lessons.some(({ id }) => id === lessonIds[0])) throw new Refusal(code)
        return courseOf()
      })
      await renderApp({ at: `/courses/diseno/lessons/${lesson}`, api, user })
      await screen.findByRole('region', { name: 'Vídeo' })
      for (let minute = 0; minute < 2; minute++) await vi.advanceTimersByTimeAsync(64_000)
      expect(told).toEqual([[lessonIds[0], lesson], [lesson]])
    },
  )
})
