import { meets, type Meet } from '@e-events/shared/contract/meetings/meets.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { meetOf } from '../../web/src/testing/meet-factories.ts'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const about = { title: 'Mesa redonda: la luz que queda', channel: { slug: 'sala-faro', name: 'Sala Faro' } }

/** Meetings by their address, one for each state. */
const states: Record<string, Partial<Meet>> = {
  'reunion-espera': { startsAt: inMinutes(18) },
  'reunion-anfitrion': { startsAt: inMinutes(95), isHost: true, canStartFrom: inMinutes(35) },
  'reunion-abierta': { state: 'started', startsAt: inMinutes(-10), people: 12 },
  'reunion-completa': { state: 'started', startsAt: inMinutes(-10), people: 70 },
  'reunion-sin-servidor': { state: 'started', startsAt: inMinutes(-10), people: 3 },
  'reunion-terminada': { state: 'ended', startsAt: inMinutes(-90), endReason: 'organizer' },
}

/** Meetings before and after their room, which needs a media node. */
export function playMeets(api: FakeApi): void {
  api.on(meets.get, ({ params: { slug } }) => {
    const state = states[slug]
    if (!state) throw new Refusal('NOT_FOUND')
    return meetOf({ slug, ...about, ...state })
  })
  api.on(meets.join, ({ params: { slug } }) => {
    throw new Refusal(slug === 'reunion-completa' ? 'MEET_FULL' : 'UNAVAILABLE')
  })
}
