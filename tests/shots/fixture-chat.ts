import { chat, chatModerators, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { polls } from '@e-events/shared/contract/live/polls.ts'
import { questions } from '@e-events/shared/contract/live/questions.ts'
import type { Playback } from '@e-events/shared/contract/live/playback.ts'
import { liveProductSlug } from '../../api/src/db/seeds/demo/products-live.ts'
import { chatId, chatMessage, chatPoll, chatQuestion } from '../../web/src/testing/chat-factories.ts'
import { playbackFeed, playbackOnAir } from '../../web/src/testing/playback-factories.ts'
import { playReports } from './fixture-reports.ts'
import type { FakeApi } from '../../web/src/testing/fake-api.ts'

const lines: [name: string, text: string, fields?: Partial<ChatMessage>][] = [
  ['Lía Ferrer', '¡Buenas noches desde Vigo!'],
  ['Ana Duarte', 'Buenas. ¿Alguien sabe cuánto dura el primer pase?'],
  ['Sala Faro', 'Una hora y cuarto, con un descanso de diez minutos.', { role: 'organizer' }],
  ['Hugo Pimentel', '👏👏👏'],
  ['Marta Solís', 'El enlace del disco: https://example.test/disco?edicion=2', { role: 'moderator' }],
  ['Ana Duarte', '@Lía Ferrer aquí Lisboa 🎺'],
  ['Nuno Reis', 'Una palabra larguísima: supercalifragilísticoespialidosoyunpocomásparaqueseparta'],
  ['Lía Ferrer', '¿Habrá bises?', { state: 'pending', pendingApproval: true, change: null }],
]

/** A ticket that plays on another device. */
export const elsewhereSlug = 'los-relojes-de-agua'

/** Deferred lives: one that nobody can pause, and one whose video is late. */
function deferredPlayback(slug: string): Playback | undefined {
  const { media, ...playback } = playbackOnAir([playbackFeed({ masterUrl: '/api/fixture-sound/master.m3u8' })]) as OnAir
  const about = { ...playback, product: { ...playback.product, slug, type: 'live', posterUrl: null } }
  if (slug === 'sesion-de-las-mareas') return { ...about, state: 'not_available_yet' }
  if (slug !== 'ciudad-electrica') return undefined
  const deferred = { startsAt: playback.startedAt, durationMs: 7_200_000, isInStep: true }
  return { ...about, media, deferred, viewers: 94 }
}
type OnAir = Extract<Playback, { state: 'on_air' }>

/** A show on air whose picture does not come, with its chat as a moderator sees it. */
export const livePlayback = (slug: string): Playback | undefined => {
  if (slug !== liveProductSlug) return deferredPlayback(slug)
  const playback = playbackOnAir([playbackFeed({ masterUrl: '/api/fixture-sound/master.m3u8' })])
  return { ...playback, product: { ...playback.product, slug, posterUrl: null }, viewers: 312 }
}

export function playChat(api: FakeApi): void {
  const messages = lines.map(([name, text, fields], n): ChatMessage => {
    const at = new Date(Date.UTC(2026, 4, 21, 20, 10 + n)).toISOString()
    const first = lines.slice(0, n).find(([, earlier]) => earlier.startsWith('Buenas. '))
    return chatMessage(n + 1, {
      product: liveProductSlug,
      user: chatId(name.length) as never,
      name,
      text,
      timestamp: at,
      isBehind: n === 6,
      replyTo: name === 'Sala Faro' && first ? { id: chatId(2), name: first[0], text: first[1] } : null,
      ...fields,
    })
  })
  const settings = { isEnabled: true, moderation: 'on' as const, slowModeSec: 5, blockedWords: ['spoiler'] }
  const room = { isEnabled: true, isModerated: true, slowModeSec: 5, pinned: messages[2] ?? null }
  api.on(chat.open, () => ({ room, me: { role: 'organizer' as const, mute: null }, messages, lastChange: 7, settings }))
  api.on(chat.messages, () => ({ messages: [] }))
  api.on(chat.mutes, () => ({ items: [] }))
  api.on(chatModerators.list, () => ({ items: [] }))
  playReports(api, messages)
  playQuestions(api)
}

function playQuestions(api: FakeApi): void {
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 21, 20, minute)).toISOString()
  const asked = (n: number, text: string, fields: object) => chatQuestion(n, { text, askedAt: at(10 + n), moment: at(10 + n), ...fields })
  const items = [
    asked(1, '¿Cuándo volvéis a tocar en Vigo?', { votes: 42, name: 'Lía Ferrer' }),
    asked(2, '¿Qué saxofón suena en el segundo tema? Parece mucho más antiguo que el de la gira pasada.', { votes: 17, name: 'Nuno Reis' }),
    asked(3, '¿Habrá vinilo?', { state: 'pending', name: 'Marta Solís' }),
    asked(4, '¿Quién hizo los arreglos de cuerda?', { votes: 9, name: 'Hugo Pimentel', state: 'answered', answeredMoment: at(31) }),
  ]
  api.on(questions.list, () => ({ items, voted: [items[0]?.id ?? ''], moderates: true }))
  const running = chatPoll(1, {
    question: '¿Con qué canción cerramos?',
    answers: [
      { text: 'Los relojes de agua', votes: 128 },
      { text: 'Faro apagado', votes: 64 },
      { text: 'Una que no hemos tocado nunca en directo', votes: 31 },
    ],
    moment: at(40),
  })
  const answers = [
    { text: 'Sí', votes: 201 },
    { text: 'No', votes: 12 },
  ]
  const over = chatPoll(2, { question: '¿Se oye bien?', answers, moment: at(5), closedAt: at(8) })
  api.on(polls.list, () => ({ items: [running, over], chosen: [{ poll: running.id, answer: 0 }], moderates: true }))
}
