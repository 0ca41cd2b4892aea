import { schedule, type ScheduleEntry, type ScheduleSection } from '@e-events/shared/contract/schedule.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { ApiRouter, Bind } from '../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../read/cursor.ts'
import { fileUrl } from '../../read/file-url.ts'
import { toProductCard, toSession } from '../../read/product-card.ts'
import type { EntryRow, FilterRow } from './repository.ts'
import type { Schedule, Section } from './service.ts'

export function scheduleRoutes(router: ApiRouter, bind: Bind, deps: { schedule: Schedule }): void {
  const { schedule: service } = deps
  bind(router, schedule, {
    async list({ query, language }) {
      const { from, to, type, channel, category, limit } = query
      const after = decodeCursor(query.cursor, [cursorKey.instant, cursorKey.uuid]) as [string, string] | undefined
      const rows = await service.list({ language, from, to, type, channel, category, after, limit: limit + 1 })
      return toPage(rows, limit, { item: toEntry, cursor: (row) => [row.sort_at, row.session_id] })
    },
    async filters({ language }) {
      const rows = await service.filters(language)
      const of = (part: FilterRow['part']) => rows.filter((row) => row.part === part)
      return {
        types: of('type').map((row) => row.key as ProductType),
        channels: of('channel').map((row) => ({ slug: row.key, title: row.title })),
        categories: of('category').map((row) => ({ slug: row.key, title: row.title })),
      }
    },
    section: async ({ params, user, language }) =>
      toSection(await service.getSection(params.productSlug, params.sectionId, { userId: user?.id ?? null, language })),
    calendar: ({ params, user, language }) => service.productCalendar(params.productSlug, { userId: user?.id ?? null, language }),
    sectionCalendar: ({ params, user, language }) =>
      service.sectionCalendar(params.productSlug, params.sectionId, { userId: user?.id ?? null, language }),
  })
}

function toEntry(row: EntryRow): ScheduleEntry {
  return {
    session: toSession({
      id: row.session_id,
      starts_at: row.session_starts_at,
      ends_at: row.session_ends_at,
      time_zone: row.session_time_zone,
    }),
    title: row.session_title,
    onAir: row.session_on_air,
    product: toProductCard(row),
  }
}

function toSection({ card, section, speakers, agenda }: Section): ScheduleSection {
  const { moved_id: movedId, moved_starts_at: movedStart, moved_ends_at: movedEnd, session_time_zone: timeZone } = section
  return {
    kind: section.kind,
    id: section.id,
    title: section.title,
    description: section.description,
    startsAt: section.starts_at.toISOString(),
    endsAt: section.ends_at.toISOString(),
    state: section.state,
    movedTo:
      movedId === null || movedStart === null || movedEnd === null
        ? null
        : toSession({ id: movedId, starts_at: movedStart, ends_at: movedEnd, time_zone: timeZone }),
    onAir: section.on_air,
    session: toSession({
      id: section.session_id,
      starts_at: section.session_starts_at,
      ends_at: section.session_ends_at,
      time_zone: timeZone,
    }),
    speakers: speakers.map((row) => ({ slug: row.slug, name: row.name, title: row.title, imageUrl: fileUrl(row.image_file_id) })),
    agenda: agenda.map((row) => ({
      id: row.id,
      title: row.title,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
    })),
    product: toProductCard(card),
  }
}
