import { meets, type Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { meetRecordings, type MeetRecording } from '@e-events/shared/contract/meetings/recordings.ts'
import { recordingId } from '@e-events/shared/domain/ids.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { meetOf } from '../../web/src/testing/meet-factories.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const about = { title: 'Mesa redonda: la luz que queda', channel: { slug: 'sala-faro', name: 'Sala Faro' } }

/** Meetings by their address, one for each state. */
const states: Record<string, Partial<Meet>> = {
  'reunion-espera': { startsAt: inMinutes(18) },
  'reunion-anfitrion': { startsAt: inMinutes(95), isHost: true, canStartFrom: inMinutes(35) },
  'reunion-abierta': { state: 'started', startsAt: inMinutes(-10), people: 12 },
  'reunion-grabada': { state: 'started', startsAt: inMinutes(-10), people: 12, isRecording: true },
  'reunion-completa': { state: 'started', startsAt: inMinutes(-10), people: 70 },
  'reunion-sin-servidor': { state: 'started', startsAt: inMinutes(-10), people: 3 },
  'reunion-del-anfitrion': { state: 'ended', startsAt: inMinutes(-90), endReason: 'organizer', isHost: true },
  'reunion-terminada': { state: 'ended', startsAt: inMinutes(-90), endReason: 'organizer' },
}

/** Recordings: one that is being closed, and one to watch. */
const recorded: MeetRecording[] = [
  {
    id: recordingId.parse('00000000-0000-4000-8000-00000000e0a1'),
    startedAt: inMinutes(-40),
    state: 'recording',
    durationMs: 0,
    isPublished: false,
  },
  {
    id: recordingId.parse('00000000-0000-4000-8000-00000000e0a2'),
    startedAt: '2026-05-04T17:00:00.000Z',
    state: 'ready',
    durationMs: 3_725_000,
    isPublished: true,
  },
]

/** Meetings before and after their room, which needs a media node. */
export function playMeets(api: FakeApi): void {
  api.on(meets.get, ({ params: { slug } }) => {
    const state = states[slug]
    if (!state) throw new Refusal('NOT_FOUND')
    return meetOf({ slug, ...about, ...state })
  })
  api.on(meetRecordings.list, ({ params: { slug } }) => ({
    items: slug === 'reunion-del-anfitrion' ? recorded : slug === 'reunion-terminada' ? recorded.slice(1) : [],
  }))
  api.on(meets.join, ({ params: { slug } }) => {
    throw new Refusal(slug === 'reunion-completa' ? 'MEET_FULL' : 'UNAVAILABLE')
  })
}
