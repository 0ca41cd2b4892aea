import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { assertUnreachable } from '@e-events/shared/domain/unreachable.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { toPrice } from '../../catalogue/read/product-card.ts'
import { saleState } from '../../catalogue/read/sale-state.ts'
import { oneLine } from './escaping.ts'
import type { HeadProductRow, NamedRow } from './repository.ts'
import { shortened, siteName } from './tags.ts'

export interface Place {
  origin: string
  language: Language
}

/** Structured data of a product: an event, a video, a course, an article or goods. */
export function productData(row: HeadProductRow, { origin, language }: Place): object[] {
  const url = origin + paths.product(row.slug)
  const image = row.image_file_id === null ? {} : { image: [origin + fileUrl(row.image_file_id)] }
  const organizer = { '@type': 'Organization', name: oneLine(row.channel_title), url: origin + paths.channel(row.channel_slug) }
  const people = row.speakers.map((speaker) => ({
    '@type': 'Person',
    name: oneLine(speaker.name),
    url: origin + paths.speaker(speaker.slug),
  }))
  const offers = offerOf(row, url)
  const base = {
    name: oneLine(row.title),
    description: shortened(row.short_description || row.description, 500),
    url,
    inLanguage: language,
    ...image,
  }
  const crumbs = breadcrumbs(origin, [
    [row.channel_title, paths.channel(row.channel_slug)],
    [row.title, paths.product(row.slug)],
  ])
  switch (row.type) {
    case 'broadcast':
    case 'live':
    case 'meet':
      return [...row.sessions.map((session) => eventOf(row, session, { ...base, organizer, performer: people, offers })), crumbs]
    case 'vod':
    case 'podcast':
      return [
        {
          '@type': row.type === 'vod' ? 'VideoObject' : 'AudioObject',
          ...base,
          ...(row.image_file_id === null ? {} : { thumbnailUrl: [origin + fileUrl(row.image_file_id)] }),
          uploadDate: row.published_at.toISOString(),
          ...(row.duration_ms === null ? {} : { duration: isoDuration(row.duration_ms) }),
          author: people,
          publisher: organizer,
          isAccessibleForFree: row.plan === 'free',
        },
        { '@type': 'Product', ...base, brand: organizer, offers },
        crumbs,
      ]
    case 'course':
    case 'master':
      // prettier-ignore
      return [{ '@type': 'Course', ...base, provider: organizer, offers, hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online', instructor: people } }, crumbs]
    case 'post':
      return [
        {
          '@type': 'Article',
          ...base,
          headline: oneLine(row.title),
          datePublished: row.published_at.toISOString(),
          author: people.length > 0 ? people : organizer,
          publisher: organizer,
          isAccessibleForFree: row.plan === 'free',
        },
        crumbs,
      ]
    case 'datasheet':
    case 'physical':
      return [{ '@type': 'Product', ...base, brand: organizer, offers }, crumbs]
    default:
      return assertUnreachable(row.type)
  }
}

function eventOf(
  row: HeadProductRow,
  session: HeadProductRow['sessions'][number],
  base: { url: string; name: string } & Record<string, unknown>,
): object {
  const [startDate, endDate] = [new Date(session.startsAt).toISOString(), new Date(session.endsAt).toISOString()]
  const cancelled = row.cancelled || session.state === 'cancelled'
  const moved = session.movedFrom !== null
  return {
    '@type': 'Event',
    ...base,
    startDate,
    endDate,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    eventStatus: `https://schema.org/${cancelled ? 'EventCancelled' : moved ? 'EventRescheduled' : 'EventScheduled'}`,
    ...(session.movedFrom === null ? {} : { previousStartDate: new Date(session.movedFrom).toISOString() }),
    location: { '@type': 'VirtualLocation', url: base.url },
    ...(row.type === 'meet'
      ? {}
      : { subEvent: { '@type': 'BroadcastEvent', name: base.name, isLiveBroadcast: true, startDate, endDate, url: base.url } }),
  }
}

function offerOf(row: HeadProductRow, url: string): object {
  const gross = toPrice(row)?.gross ?? { minor: 0, currency: row.currency }
  return {
    '@type': 'Offer',
    price: (gross.minor / 10 ** decimalsOf(gross.currency)).toFixed(decimalsOf(gross.currency)),
    priceCurrency: gross.currency,
    availability: `https://schema.org/${saleState(row, row.as_of) === 'open' ? 'InStock' : 'SoldOut'}`,
    url,
  }
}

const isoDuration = (ms: number) => `PT${Math.max(1, Math.round(ms / 1000))}S`

export function channelData(row: NamedRow, { origin }: Place): object[] {
  return [
    {
      '@type': 'Organization',
      name: oneLine(row.name),
      url: origin + paths.channel(row.slug),
      ...(row.image_file_id === null ? {} : { logo: origin + fileUrl(row.image_file_id) }),
      sameAs: row.links,
    },
    breadcrumbs(origin, [[row.name, paths.channel(row.slug)]]),
  ]
}

export function speakerData(row: NamedRow, { origin }: Place): object[] {
  return [
    {
      '@type': 'Person',
      name: oneLine(row.name),
      description: shortened(row.text, 300),
      url: origin + paths.speaker(row.slug),
      ...(row.image_file_id === null ? {} : { image: origin + fileUrl(row.image_file_id) }),
      sameAs: row.links,
    },
  ]
}

/** The site itself, with the search that engines may offer. */
export function siteData({ origin }: Place): object[] {
  return [
    { '@type': 'Organization', name: siteName, url: `${origin}/`, logo: `${origin}/favicon.svg` },
    {
      '@type': 'WebSite',
      name: siteName,
      url: `${origin}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}${paths.search()}?keyword={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}

function breadcrumbs(origin: string, steps: readonly (readonly [name: string, path: string])[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: oneLine(name),
      item: origin + path,
    })),
  }
}
