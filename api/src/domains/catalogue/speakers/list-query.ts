import type { ownSpeakersQuery } from '@e-events/shared/contract/catalogue/speakers.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import { cursorKey } from '../../../db/cursor.ts'

export type SpeakerFilters = Omit<z.output<typeof ownSpeakersQuery>, 'cursor' | 'limit'>
export interface Position {
  value: string
  id: string
}

const searchedWords = 10
/** An owner's own name would find all of theirs: it counts in everybody's list alone. */
const words = (isOwn: boolean) =>
  `plain_text(s.name || ' ' || s.title${isOwn ? '' : ` || ' ' || u.name || ' ' || u.surname || ' ' || u.email::text`})`

/** Products that name a speaker, themselves or in a section of one of their sessions. */
export const usingProducts = `
  select product_id from product_speakers where speaker_id = s.id
  union
  select session.product_id from session_section_speakers link
  join session_sections section on section.id = link.section_id
  join product_sessions session on session.id = section.session_id
  where link.speaker_id = s.id`
export const useCount = `(select count(*) from (${usingProducts}) used)`

interface Order {
  expression: string
  /** The value as text that goes into a cursor, and the type it comes back as. */
  text: string
  type: string
  pattern: RegExp
}
export const orders: Record<SpeakerFilters['sort'], Order> = {
  name: { expression: 'plain_text(s.name)', text: 'plain_text(s.name)', type: 'text', pattern: cursorKey.text },
  title: { expression: 'plain_text(s.title)', text: 'plain_text(s.title)', type: 'text', pattern: cursorKey.text },
  products: { expression: useCount, text: `${useCount}::text`, type: 'bigint', pattern: cursorKey.sequence },
  createdAt: {
    expression: 's.created_at',
    text: `to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    type: 'timestamptz',
    pattern: cursorKey.instant,
  },
}

/** Narrows `speakers s` joined with their owners `u`; without an owner everybody's. */
export function applyFilters(query: Knex.QueryBuilder, filters: SpeakerFilters, ownerId: string | undefined): void {
  if (ownerId !== undefined) void query.where('s.owner_id', ownerId)
  if (filters.used !== undefined) void query.whereRaw(`${filters.used === 'true' ? '' : 'not '}exists (${usingProducts})`)
  for (const word of (filters.search ?? '').split(/\s+/).filter(Boolean).slice(0, searchedWords)) {
    void query.whereRaw(`${words(ownerId !== undefined)} like '%' || plain_text(?) || '%'`, [word.replaceAll(/[\\%_]/g, String.raw`\$&`)])
  }
}

/** In the order asked for, behind `after`. The id decides between equals. */
export function applyOrder(query: Knex.QueryBuilder, filters: SpeakerFilters, after: Position | undefined): void {
  const { expression, type } = orders[filters.sort]
  const direction = filters.order === 'asc' ? 'asc' : 'desc'
  if (after) {
    const behind = direction === 'asc' ? '>' : '<'
    void query.whereRaw(`(${expression}, s.id) ${behind} (?::${type}, ?::uuid)`, [after.value, after.id])
  }
  void query.orderByRaw(`${expression} ${direction}, s.id ${direction}`)
}
