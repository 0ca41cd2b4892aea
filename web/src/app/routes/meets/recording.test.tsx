import { meets } from '@e-events/shared/contract/meetings/meets.ts'
import { meetRecordings, type MeetRecording } from '@e-events/shared/contract/meetings/recordings.ts'
import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { recordingId } from '@e-events/shared/domain/ids.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { meetOf } from '../../../testing/meet-factories.ts'
import { playbackFeed, playbackMedia, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'mesa-redonda'
const id = recordingId.parse('00000000-0000-4000-8000-00000000e001')
const recordingOf = (over: Partial<MeetRecording> = {}): MeetRecording => ({
  id,
  startedAt: '2026-05-04T17:00:00.000Z',
  state: 'ready',
  durationMs: 3_725_000,
  isPublished: false,
  ...over,
})

async function openEnded({ isHost, items }: { isHost: boolean; items: MeetRecording[] }) {
  const api = createFakeApi()
  api.on(meets.get, () => meetOf({ state: 'ended', endReason: 'organizer', isHost }))
  api.on(meetRecordings.list, () => ({ items }))
  api.on(broadcasts.recordings, () => ({ items: [], nextCursor: null }))
  api.on(meetRecordings.update, ({ body }) => recordingOf({ isPublished: body.isPublished }))
  return renderApp({ at: `/meets/${slug}`, api, user: sessionUser(), language: 'en' })
}

describe('after a meeting that was recorded', () => {
  it('somebody with access finds what was published, with its length, and nothing to change', async () => {
    await openEnded({ isHost: false, items: [recordingOf({ isPublished: true })] })
    const list = within(await screen.findByRole('region', { name: 'Recordings' }))
    const link = list.getByRole('link', { name: /^Watch the recording of / })
    expect(link.getAttribute('href')).toBe(`/meets/${slug}/recordings/${id}`)
    expect(list.getByText(/1:02:05/)).toBeTruthy()
    expect(list.queryByRole('switch')).toBeNull()
    expect(list.queryByRole('button')).toBeNull()
    expect(await axeViolations(document.body)).toEqual([])
  })

  it('its host publishes it, and finds the files', async () => {
    const { api, user } = await openEnded({ isHost: true, items: [recordingOf()] })
    const visible = await screen.findByRole('switch', { name: 'Everybody with access may watch it' })
    expect((visible as HTMLInputElement).checked).toBe(false)
    await user.click(visible)
    await waitFor(() => expect((visible as HTMLInputElement).checked).toBe(true))
    expect(api.calls.find(({ endpoint }) => endpoint === meetRecordings.update)).toMatchObject({
      params: { slug, id },
      body: { isPublished: true },
    })
    await user.click(screen.getByRole('button', { name: 'Files to download' }))
    await waitFor(() =>
      expect(api.calls.find(({ endpoint }) => endpoint === broadcasts.recordings)?.query).toMatchObject({ product: slug }),
    )
  })

  it('says of one that is not ready why, and offers nothing to watch', async () => {
    await openEnded({
      isHost: true,
      items: [
        recordingOf({ state: 'recording', durationMs: 0 }),
        recordingOf({ id: recordingId.parse('00000000-0000-4000-8000-00000000e002'), state: 'failed' }),
      ],
    })
    expect(await screen.findByText('Being recorded now')).toBeTruthy()
    expect(screen.getByText('Nothing was recorded')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Watch the recording/ })).toBeNull()
  })

  it('there is no such part where nothing was recorded', async () => {
    const { api } = await openEnded({ isHost: false, items: [] })
    await screen.findByRole('heading', { name: 'Meet ended' })
    await waitFor(() => expect(api.countOf(meetRecordings.list)).toBe(1))
    expect(screen.queryByRole('region', { name: 'Recordings' })).toBeNull()
  })
})

describe('the page of a recording', () => {
  const open = (answer: () => Playback) => {
    const api = createFakeApi()
    api.on(meetRecordings.playback, answer)
    return renderApp({ at: `/meets/${slug}/recordings/${id}`, api, user: sessionUser(), language: 'en' })
  }

  it('plays it, with the way back to the meeting', async () => {
    const media = { ...playbackMedia([playbackFeed()]), durationMs: 60_000 }
    await open(() => ({ ...playbackOnAir([]), state: 'finished', recording: media }))
    expect(await screen.findByRole('heading', { level: 1, name: /^Recording of / })).toBeTruthy()
    expect(document.querySelectorAll('video').length).toBeGreaterThan(0)
    expect(screen.getByRole('link', { name: 'Back to the meeting' }).getAttribute('href')).toBe(`/meets/${slug}`)
  })

  it('goes on where this recording was left, whatever was seen of another one of the same meeting', async () => {
    onTestFinished(() => localStorage.clear())
    const another = '00000000-0000-4000-8000-00000000e002'
    for (const [name, sec] of [
      ['noche-de-faro', 500],
      [slug, 400],
      [`${slug}/${another}`, 300],
    ] as const)
      localStorage.setItem(`e-events.resume.${name}`, `${sec} 5000`)
    const media = { ...playbackMedia([playbackFeed({ state: 'ended' })]), durationMs: 900_000 }
    const answer = () => ({ ...playbackOnAir([]), state: 'finished' as const, recording: media })
    const app = await open(answer)
    await waitFor(() => expect(document.querySelector('video')).not.toBeNull())
    expect(document.querySelector('video')?.currentTime).toBe(0)
    app.unmount()
    localStorage.setItem(`e-events.resume.${slug}/${id}`, '95 6000')
    await open(answer)
    await waitFor(() => expect(document.querySelector('video')?.currentTime).toBe(95))
  })

  it('says that it is nearly ready', async () => {
    await open(() => ({ ...playbackOnAir([]), state: 'finished', recording: null }))
    expect(await screen.findByRole('heading', { level: 1, name: 'The recording is nearly ready' })).toBeTruthy()
  })

  it('says that it is not there, while it is not published', async () => {
    await open(() => {
      throw new Refusal('NOT_FOUND')
    })
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(document.querySelector('video')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the meeting' })).toBeTruthy()
  })
})
