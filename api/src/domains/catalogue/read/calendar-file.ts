import type { Download } from '@e-events/shared/contract/endpoint.ts'
import { default as ical, ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export interface CalendarEntry {
  id: string
  /** Grows with every change, so that calendars know which file is the newer one. */
  sequence: number
  title: string
  description: string
  /** Title of its channel. */
  organizer: string
  startsAt: Date
  endsAt: Date
  cancelled: boolean
  changedAt: Date
  /** Path of its page. */
  path: string
}

const alarmBeforeSec = 15 * 60

/** Times are written in UTC, which every calendar shows in the zone of whoever looks. */
export function toCalendarFile(calendar: { name: string; fileName: string; origin: string }, entries: readonly CalendarEntry[]): Download {
  const host = new URL(calendar.origin).host
  const file = ical({
    name: oneLine(calendar.name),
    prodId: { company: 'e-events', product: 'schedule', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    events: entries.map((entry) => ({
      id: `${entry.id}@${host}`,
      sequence: entry.sequence,
      stamp: entry.changedAt,
      lastModified: entry.changedAt,
      start: entry.startsAt,
      end: entry.endsAt,
      summary: oneLine(entry.title),
      description: entry.description.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' '),
      location: `${calendar.origin}${entry.path}`,
      url: `${calendar.origin}${entry.path}`,
      categories: [{ name: oneLine(entry.organizer) }],
      // A date that was called off does not ring.
      alarms: entry.cancelled ? [] : [{ type: ICalAlarmType.display, triggerBefore: alarmBeforeSec, description: oneLine(entry.title) }],
      status: entry.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })),
  })
  return { fileName: `${calendar.fileName}.ics`, contentType: 'text/calendar; charset=utf-8', content: file.toString() }
}

/** A line break in a name would begin a property of its own. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
