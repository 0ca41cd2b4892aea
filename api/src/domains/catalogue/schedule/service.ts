import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Download } from '@e-events/shared/contract/endpoint.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ProductCardRow } from '../read/product-card.ts'
import { toCalendarFile } from '../read/calendar-file.ts'
import { toCalendarEntry } from '../read/event-dates.ts'
import type { BlockRow, FilterRow, ScheduleFilter, ScheduleRepository, SectionRow, SpeakerRow } from './repository.ts'

export type Schedule = ReturnType<typeof createSchedule>

export interface Section {
  card: ProductCardRow
  section: SectionRow
  speakers: SpeakerRow[]
  agenda: BlockRow[]
}
/** Who asks, and in which language the answer shall be. */
export interface Asker {
  userId: string | null
  language: Language
}

export function createSchedule(deps: { repository: ScheduleRepository; clock: Clock; origin: string }) {
  const { repository, clock, origin } = deps

  async function find(productSlug: string, id: string, asker: Asker): Promise<{ card: ProductCardRow; section: SectionRow }> {
    const card = await repository.findCard(asker.language, clock.now(), asker.userId, productSlug)
    const section = card && (await repository.findSection(card.id, id))
    if (!card || !section) throw new DomainError('NOT_FOUND')
    return { card, section }
  }

  return {
    list: (filter: Omit<ScheduleFilter, 'now'>) => repository.list({ ...filter, now: clock.now() }),
    filters: (language: Language): Promise<FilterRow[]> => repository.filters(language, clock.now()),

    async getSection(productSlug: string, id: string, asker: Asker): Promise<Section> {
      const { card, section } = await find(productSlug, id, asker)
      const [speakers, agenda] = await Promise.all([repository.speakers(section, asker.language), repository.agenda(section.session_id)])
      return { card, section, speakers, agenda }
    },

    async productCalendar(productSlug: string, asker: Asker): Promise<Download> {
      const card = await repository.findCard(asker.language, clock.now(), asker.userId, productSlug)
      if (!card) throw new DomainError('NOT_FOUND')
      const dates = await repository.calendar(card.id)
      return toCalendarFile(
        calendarOf(card),
        dates.map((date) => toCalendarEntry(card, date)),
      )
    },

    async sectionCalendar(productSlug: string, id: string, asker: Asker): Promise<Download> {
      const { card, section } = await find(productSlug, id, asker)
      const dates = await repository.calendar(card.id)
      // A moved date leads to its new one: that belongs into a calendar.
      const date = dates.find((row) => row.id === section.session_id) ?? dates.find((row) => row.id === section.moved_id) ?? dates[0]
      if (!date) throw new DomainError('NOT_FOUND')
      const entry = toCalendarEntry(card, date)
      if (section.kind === 'session') return toCalendarFile(calendarOf(card), [entry])
      return toCalendarFile(calendarOf(card), [
        {
          ...entry,
          id: section.id,
          title: `${section.title ?? ''} · ${card.title}`,
          description: section.description || entry.description,
          startsAt: section.starts_at,
          endsAt: section.ends_at,
          cancelled: section.state !== 'scheduled',
          path: paths.scheduleSection(card.slug, section.id),
        },
      ])
    },
  }

  function calendarOf(card: ProductCardRow) {
    return { name: card.title, fileName: card.slug, origin }
  }
}
