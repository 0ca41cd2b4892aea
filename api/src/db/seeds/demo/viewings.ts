import type { Knex } from 'knex'
import type { ViewingInsert } from '../../tables/live.ts'
import { toJson } from '../../row.ts'
import { demoId } from './ids.ts'

/** The demo's show that is over: its organizer finds a report of it. */
const watchedSlug = 'noche-de-faroles'
const audience = 64
const minuteMs = 60_000

const devices = [
  { device_kind: 'computer', browser: 'Chrome', system: 'Windows' },
  { device_kind: 'phone', browser: 'Chrome', system: 'Android' },
  { device_kind: 'computer', browser: 'Firefox', system: 'Linux' },
  { device_kind: 'phone', browser: 'Safari', system: 'iOS' },
  { device_kind: 'computer', browser: 'Safari', system: 'macOS' },
  { device_kind: 'tablet', browser: 'Chrome', system: 'Android' },
] as const
const deviceOf = (index: number) => devices[index % devices.length] ?? devices[0]

/**
 * Writes the viewings of a past show anew, at the hour that its date has today. Viewers of the demo have no account.
 */
export async function seedViewings(knex: Knex): Promise<void> {
  const [session] = await knex('product_sessions').where({ id: demoId(`session/${watchedSlug}/0`) })
  if (!session) return
  const ids = Array.from({ length: audience }, (_, i) => demoId(`viewing/${i}`))
  const rows = ids.map((id, i) => viewingOf(id, i, session))
  await knex.transaction(async (trx) => {
    await trx('viewings').whereIn('id', ids).delete()
    await trx('viewings').insert(rows)
  })
}

interface Session {
  id: string
  product_id: string
  starts_at: Date
  ends_at: Date
}

function viewingOf(id: string, index: number, session: Session): ViewingInsert {
  const draw = drawFrom(index)
  const showMs = session.ends_at.getTime() - session.starts_at.getTime()
  // Most are there when it begins; some come late, and some leave early.
  const lateMs = index % 4 === 0 ? draw() * 0.4 * showMs : draw() * 4 * minuteMs
  const stayMs = (showMs - lateMs) * (index % 5 === 0 ? draw() : 0.75 + 0.25 * draw())
  const beganAt = new Date(session.starts_at.getTime() + lateMs)
  const hasStarted = index !== 7 && index !== 23
  const rebuffers = index % 6 === 0 ? 1 + Math.floor(draw() * 4) : 0
  const rebufferedMs = Math.round(rebuffers * 1_000 * (1 + 3 * draw()))
  const playedMs = hasStarted ? Math.round(stayMs - rebufferedMs) : 0
  const behindMs = index % 7 === 0 ? Math.round(playedMs * 0.3) : 0
  const lowMs = Math.round(playedMs * (rebuffers > 0 ? 0.35 : index % 9 === 0 ? 0.12 : 0))
  const isSmall = index % 3 === 1
  const rungs = hasStarted ? { [isSmall ? '720' : '1080']: playedMs - lowMs, ...(lowMs > 0 ? { '540': lowMs } : {}) } : {}
  const [beganSec, leftSec] = [beganAt.getTime() / 1_000, (beganAt.getTime() + stayMs) / 1_000]
  return {
    id,
    product_id: session.product_id,
    session_id: session.id,
    ...deviceOf(index),
    began_at: beganAt,
    reported_at: new Date(beganAt.getTime() + stayMs),
    sequence: 1 + Math.ceil(stayMs / minuteMs),
    is_over: true,
    has_started: hasStarted,
    startup_ms: hasStarted ? Math.round(350 + 900 * draw() + (rebuffers > 0 ? 1_400 : 0)) : null,
    live_ms: playedMs - behindMs,
    behind_ms: behindMs,
    rebuffers,
    rebuffered_ms: hasStarted ? rebufferedMs : 0,
    rung_changes: lowMs > 0 ? 2 + 2 * rebuffers : 0,
    rungs: toJson(rungs),
    errors: toJson(index === 23 ? { network: 1 } : {}),
    watched: hasStarted ? `{[${Math.floor(beganSec / 60)},${Math.ceil(leftSec / 60)})}` : '{}',
    places: hasStarted ? `{[${Math.floor(beganSec)},${Math.ceil(leftSec)})}` : '{}',
  }
}

/** The same numbers on every start, between 0 and 1. */
function drawFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
