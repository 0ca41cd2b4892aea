import { schedule, type ScheduleEntry, type ScheduleSection } from '@e-events/shared/contract/catalogue/schedule.ts'
import { isLive } from '@e-events/shared/domain/event-state.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { cursorKey, decodeCursor, toPage } from '../../../db/cursor.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toStatedSession } from '../read/event-facts.ts'
import { toProductCard, toSession } from '../read/product-card.ts'
import type { EntryRow, FilterRow, SectionRow } from './repository.ts'
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
  const session = toStatedSession(row.session_date, row, row.as_of)
  return {
    session,
    movedTo: toMoved(row, session.timezone),
    title: row.session_title,
    onAir: isLive(session.state),
    product: toProductCard(row),
  }
}

function toSection({ card, section, speakers, agenda }: Section): ScheduleSection {
  const { session_time_zone: timeZone } = section
  const { state: event, changesAt, ...session } = toStatedSession(section.session_date, card, card.as_of)
  return {
    kind: section.kind,
    id: section.id,
    title: section.title,
    description: section.description,
    startsAt: section.starts_at.toISOString(),
    endsAt: section.kind === 'session' ? session.endsAt : section.ends_at.toISOString(),
    state: section.state,
    event,
    changesAt,
    movedTo: toMoved(section, timeZone),
    onAir: isLive(event),
    session,
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

/** Where a date went that was moved. */
function toMoved({ moved_id: id, moved_starts_at: startsAt, moved_ends_at: endsAt }: Moved, timeZone: string): ScheduleEntry['movedTo'] {
  if (id === null || startsAt === null || endsAt === null) return null
  return toSession({ id, starts_at: startsAt, ends_at: endsAt, time_zone: timeZone })
}
type Moved = Pick<SectionRow, 'moved_id' | 'moved_starts_at' | 'moved_ends_at'>
