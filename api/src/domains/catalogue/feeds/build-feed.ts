import type { Language } from '@e-events/shared/domain/language.ts'
import { Feed } from 'feed'

export interface FeedEpisode {
  id: string
  title: string
  description: string
  link: string
  publishedAt: Date
  imageUrl: string | null
  explicit: boolean
  audio: { url: string; sizeBytes: number; durationMs: number | null } | null
  chaptersUrl: string | null
}

export interface FeedSource {
  id: string
  title: string
  description: string
  link: string
  /** Where the feed itself stands. */
  url: string
  language: Language
  imageUrl: string | null
  websiteUrl: string | null
  /** Nobody else may list it in a directory. */
  isPrivate: boolean
  updatedAt: Date
  items: readonly FeedEpisode[]
}

const podcastNamespace = 'https://podcastindex.org/namespace/1.0'

/**
 * RSS 2.0 with the tags of podcast apps. The same source gives the same bytes, so that nobody fetches twice what did
 * not change.
 */
export function buildFeed(source: FeedSource): string {
  const feed = new Feed({
    id: source.id,
    title: clean(source.title),
    description: asHtml(source.description),
    link: source.link,
    feedLinks: { rss: source.url },
    language: source.language,
    updated: source.updatedAt,
    generator: false,
    podcast: true,
    author: { name: clean(source.title) },
    ...(source.imageUrl === null ? {} : { image: source.imageUrl }),
  })
  const tag = (name: string, text: string) => feed.addExtension({ name, objects: { _text: text } })
  tag('itunes:type', 'episodic')
  tag('itunes:explicit', String(source.items.some((item) => item.explicit)))
  if (source.imageUrl !== null) feed.addExtension({ name: 'itunes:image', objects: attributes({ href: source.imageUrl }) })
  if (source.isPrivate) tag('itunes:block', 'Yes')
  for (const item of source.items) feed.addItem(toItem(item))
  return feed.rss2()
}

type Item = Parameters<Feed['addItem']>[0]

function toItem(item: FeedEpisode): Item {
  const extensions: NonNullable<Item['extensions']> = [{ name: 'itunes:explicit', objects: { _text: String(item.explicit) } }]
  if (item.imageUrl !== null) extensions.push({ name: 'itunes:image', objects: attributes({ href: item.imageUrl }) })
  if (item.chaptersUrl !== null)
    extensions.push({
      name: 'podcast:chapters',
      objects: attributes({ 'xmlns:podcast': podcastNamespace, url: item.chaptersUrl, type: 'application/json+chapters' }),
    })
  return {
    id: item.id,
    title: clean(item.title),
    description: asHtml(item.description),
    link: item.link,
    date: item.publishedAt,
    extensions,
    ...(item.audio === null
      ? {}
      : {
          audio: {
            url: item.audio.url,
            type: 'audio/mp4',
            length: item.audio.sizeBytes,
            ...(item.audio.durationMs === null ? {} : { duration: Math.round(item.audio.durationMs / 1000) }),
          },
        }),
  }
}

/**
 * Removes characters that XML cannot hold; the end mark of a CDATA section, which the writer would pass on, is opened
 * up.
 */
function clean(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- exactly these are meant
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll(']]>', ']] >')
  )
}

/** Readers show a description as HTML: what somebody wrote is a text there, too. */
const asHtml = (text: string): string => clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The writer escapes quotes alone. */
function attributes(values: Record<string, string>): { _attributes: Record<string, string> } {
  const escaped = Object.entries(values).map(([name, value]) => [name, clean(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')])
  return { _attributes: Object.fromEntries(escaped) as Record<string, string> }
}
