import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { prepared } from '../../../db/knex.ts'
import { eventDates } from '../read/event-dates.ts'
import { dateIsAhead, dateJson, type DateJson } from '../read/event-facts.ts'
import { productCardColumns, productCardJoins, productIsListed, type ProductCardRow } from '../read/product-card.ts'
import { speakerText } from '../read/own-words.ts'

export interface ScheduleFilter {
  language: Language
  now: Date
  from: string
  to: string
  type: ProductType | undefined
  channel: string | undefined
  category: string | undefined
  after: readonly [startsAt: string, id: string] | undefined
  limit: number
}

export type EntryRow = ProductCardRow & {
  session_id: string
  session_title: string | null
  session_date: DateJson
  moved_id: string | null
  moved_starts_at: Date | null
  moved_ends_at: Date | null
  sort_at: string
}

export interface SectionRow {
  kind: 'session' | 'block'
  id: string
  product_id: string
  title: string | null
  description: string
  starts_at: Date
  ends_at: Date
  session_id: string
  session_time_zone: string
  state: 'scheduled' | 'cancelled' | 'rescheduled'
  session_date: DateJson
  moved_id: string | null
  moved_starts_at: Date | null
  moved_ends_at: Date | null
}

export interface SpeakerRow {
  slug: string
  name: string
  title: string
  image_file_id: string | null
}
export interface BlockRow {
  id: string
  title: string
  starts_at: Date
  ends_at: Date
}
export interface FilterRow {
  part: 'type' | 'channel' | 'category'
  key: string
  title: string
}

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>

/**
 * $1 language, $2 now, $3 who asks: everybody sees what is published, ticket holders and its organizer what is theirs.
 */
const isVisible = `
  ((p.status = 'published' and c.status = 'published') or (p.status <> 'draft' and exists (
      select 1 from tickets k where k.product_id = p.id and k.user_id = $3::uuid and k.revoked_at is null))
    or c.owner_id = $3::uuid or exists (select 1 from users u where u.id = $3::uuid and 'ADMIN' = any(u.roles)))`

export function createScheduleRepository(knex: Knex) {
  return {
    list: (filter: ScheduleFilter) =>
      prepared<EntryRow>(
        knex,
        'schedule',
        `select ${productCardColumns}, s.id as session_id, s.title as session_title, ${dateJson} as session_date,
           moved.id as moved_id, moved.starts_at as moved_starts_at, moved.ends_at as moved_ends_at,
           to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at
         from product_sessions s join products p on p.id = s.product_id ${productCardJoins}
         left join product_sessions moved on moved.rescheduled_from_id = s.id
         where s.starts_at < $4::timestamptz and s.ends_at > $3::timestamptz and p.status = 'published' and c.status = 'published'
           and ($5::text is null or p.type = $5) and ($6::text is null or c.slug = $6)
           and ($7::text is null or exists (
             select 1 from product_categories pc join categories k on k.id = pc.category_id where pc.product_id = p.id and k.slug = $7 and not k.is_hidden))
           and ($8::timestamptz is null or (s.starts_at, s.id) > ($8::timestamptz, $9::uuid))
         order by s.starts_at, s.id limit $10`,
        [
          filter.language,
          filter.now,
          filter.from,
          filter.to,
          filter.type ?? null,
          filter.channel ?? null,
          filter.category ?? null,
          filter.after?.[0] ?? null,
          filter.after?.[1] ?? null,
          filter.limit,
        ],
      ),

    filters: (language: Language, now: Date) =>
      prepared<FilterRow>(
        knex,
        'schedule-filters',
        `with dated as materialized (
           select distinct p.id, p.type, c.slug, c.title from product_sessions s join products p on p.id = s.product_id join channels c on c.id = p.channel_id
           where ${dateIsAhead('s')} and ${productIsListed}
         )
         select 'type' as part, type as key, type as title from dated group by type
         union all select 'channel', slug, min(title) from dated group by slug
         union all select 'category', k.slug, coalesce((select ct.title from category_translations ct where ct.category_id = k.id
             order by ct.language = $1 desc, ct.language = 'es' desc, ct.language limit 1), k.slug)
           from categories k where not k.is_hidden and exists (
             select 1 from product_categories pc join dated on dated.id = pc.product_id where pc.category_id = k.id)
         order by part, title`,
        [language, now],
      ),

    async findCard(language: Language, now: Date, userId: string | null, slug: string): Promise<ProductCardRow | undefined> {
      const [row] = await prepared<ProductCardRow>(
        knex,
        'schedule-product',
        `select ${productCardColumns} from products p ${productCardJoins} where p.slug = $4 and ${isVisible}`,
        [language, now, userId, slug],
      )
      return row
    },

    async findSection(productId: string, id: string): Promise<SectionRow | undefined> {
      const [row] = await prepared<SectionRow>(
        knex,
        'schedule-section',
        `with wanted as (
           select 'session' as kind, s.id, s.id as session_id, s.title, '' as description, s.starts_at, s.ends_at from product_sessions s
           where s.id = $2 and s.product_id = $1
           union all
           select 'block', b.id, s.id, b.title, b.description, b.starts_at, b.ends_at
           from session_sections b join product_sessions s on s.id = b.session_id where b.id = $2 and s.product_id = $1
         )
         select w.kind, w.id, p.id as product_id, w.title, w.description, w.starts_at, w.ends_at, w.session_id,
           s.time_zone as session_time_zone,
           case when p.cancelled_at is null then s.state else 'cancelled' end as state,
           ${dateJson} as session_date,
           moved.id as moved_id, moved.starts_at as moved_starts_at, moved.ends_at as moved_ends_at
         from wanted w join product_sessions s on s.id = w.session_id join products p on p.id = s.product_id
         left join product_sessions moved on moved.rescheduled_from_id = s.id`,
        [productId, id],
      )
      return row
    },

    /** Speakers of the block, else of the product. */
    speakers: (section: Pick<SectionRow, 'id' | 'product_id'>, language: Language) =>
      prepared<SpeakerRow>(
        knex,
        'schedule-speakers',
        `with own as (
           select s.*, l.position as place from session_section_speakers l join speakers s on s.id = l.speaker_id where l.section_id = $1
         )
         select slug, name, ${speakerText('named', 'title', '$3')} as title, image_file_id from (
           select * from own
           union all select s.*, l.position as place from product_speakers l join speakers s on s.id = l.speaker_id
             where l.product_id = $2 and not exists (select 1 from own)
         ) named order by place, name`,
        [section.id, section.product_id, language],
      ),
    agenda: (sessionId: string) =>
      prepared<BlockRow>(
        knex,
        'schedule-agenda',
        'select id, title, starts_at, ends_at from session_sections where session_id = $1 order by starts_at, position',
        [sessionId],
      ),

    calendar: (productId: string) => eventDates(knex, productId),
  }
}
