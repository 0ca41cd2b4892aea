import { savedProducts } from '@e-events/shared/contract/catalogue/products.ts'
import { reminders } from '@e-events/shared/contract/engagement/reminders.ts'
import { chatReports, type ChatReport } from '@e-events/shared/contract/live/chat-reports.ts'
import { onAirList, type RunningBroadcast } from '@e-events/shared/contract/live/on-air.ts'
import { problemReports, type ProblemReport } from '@e-events/shared/contract/live/problem-reports.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'

const at = '2026-05-21T20:24:00.000Z'
const show = { startsAt: '2026-05-21T20:00:00.000Z', airedFrom: '2026-05-21T20:01:00.000Z', endedAt: null, interruptions: 2 }
const problem: ProblemReport = {
  id: '00000000-0000-4000-8000-000000000701',
  product: { slug: 'noche-de-faro', title: 'Noche de faro' },
  viewer: 'Ana Duarte',
  category: 'stutters',
  text: 'Se para cada pocos segundos desde el segundo tema, también con la calidad más baja.',
  reportedAt: at,
  picture: {
    phase: 'waiting',
    isLive: true,
    positionSec: 1_394,
    bufferedSec: 0.4,
    latencySec: 6.2,
    heightPx: 360,
    isLowLatency: false,
    isOnline: true,
  },
  handled: null,
  evidence: { watchedMs: 1_260_000, visits: 2, show },
}

/** Reminders that are off, problems of two viewers, and what is reported of the messages of a chat. */
export function playReports(api: FakeApi, messages: readonly ChatReport['message'][]): void {
  api.on(reminders.get, () => ({ isWanted: false, hasTicket: false, areOn: true }))
  api.on(savedProducts.get, () => ({ isSaved: false }))
  const other = { ...problem, id: '00000000-0000-4000-8000-000000000702', category: 'no_sound' as const, text: '', viewer: 'Hugo Pimentel' }
  api.on(onAirList.list, () => ({ items: running }))
  api.on(problemReports.list, () => ({ items: [problem, { ...other, picture: null }], nextCursor: null }))
  api.on(chatReports.list, () => ({
    items: messages.slice(3, 5).map((message, n) => ({ message, reports: 3 - n, firstReportedAt: at })),
  }))
}

const running: RunningBroadcast[] = [
  {
    id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b10' as RunningBroadcast['id'],
    kind: 'live',
    state: 'on_air',
    product: { slug: 'relampagos', title: 'Relámpagos en directo' },
    channel: { slug: 'sala-faro', title: 'Sala Faro' },
    startedAt: '2026-07-01T19:00:00.000Z',
    idleClosesAt: null,
    viewers: 1_312,
    feeds: [
      {
        id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b11' as RunningBroadcast['feeds'][number]['id'],
        label: 'Cámara 1',
        kind: 'camera',
        state: 'live',
      },
      {
        id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b12' as RunningBroadcast['feeds'][number]['id'],
        label: 'Pantalla',
        kind: 'screen',
        state: 'live',
      },
    ],
  },
  {
    id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b13' as RunningBroadcast['id'],
    kind: 'live',
    state: 'interrupted',
    product: { slug: 'taller', title: 'Taller de guion con una sala de guionistas' },
    channel: { slug: 'la-nave', title: 'La Nave' },
    startedAt: '2026-07-01T18:30:00.000Z',
    idleClosesAt: '2026-07-01T19:40:00.000Z',
    viewers: 48,
    feeds: [
      {
        id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b14' as RunningBroadcast['feeds'][number]['id'],
        label: 'Cámara 1',
        kind: 'camera',
        state: 'interrupted',
      },
    ],
  },
  {
    id: '0d8b0b7e-3c7e-4b7a-9d8b-7a1f0f3a9b15' as RunningBroadcast['id'],
    kind: 'rehearsal',
    state: 'on_air',
    product: { slug: 'gala', title: 'Gala' },
    channel: { slug: 'sala-faro', title: 'Sala Faro' },
    startedAt: '2026-07-01T19:10:00.000Z',
    idleClosesAt: null,
    viewers: 0,
    feeds: [],
  },
]
