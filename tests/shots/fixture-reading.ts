import { elsewhereSlug, livePlayback, playChat } from './fixture-chat.ts'
import { privateFeeds, podcasts } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { posts, type OwnPost, type PostTeaser } from '@e-events/shared/contract/catalogue/posts.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { datasheets } from '@e-events/shared/contract/learning/datasheets.ts'
import { languages, languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import { countWords, postText, readingMinutes } from '@e-events/shared/domain/post-document.ts'
import { renderPostHtml } from '../../api/src/adapters/post-html.ts'
import { demoDatasheets } from '../../api/src/db/seeds/demo/datasheets.ts'
import { demoChapters, demoPosts } from '../../api/src/db/seeds/demo/reading-texts.ts'
import { toDocument } from '../../api/src/db/seeds/demo/reading.ts'
import { Refusal, type FakeApi } from '../../web/src/testing/fake-api.ts'
import { lessonCaptions } from './fixture-lessons.ts'

/** Posts and podcasts: 'wall' is somebody without a ticket. */
export type ReadingScenario = 'full' | 'wall' | 'subscribers' | 'empty' | 'error' | 'never'

interface Around {
  scenario: { reading: ReadingScenario }
  detail: (slug: string, language: Language) => ProductDetail | undefined
  related: (slug: string, language: Language) => PostTeaser['related']
}

const sound = 'cuentos-para-dormir-al-gato'
const savedAt = { version: 3, updatedAt: '2026-05-02T10:00:00.000Z' }
const lengthMs = 128_000

export function playReading(api: FakeApi, { scenario, detail, related }: Around): void {
  const languageOf = (value: unknown) => languageSchema.catch('es').parse(value)
  const teaserOf = (slug: string, language: Language): PostTeaser => {
    const product = detail(slug, language)
    const texts = demoPosts[slug]?.[language]
    if (!product || !texts) throw new Refusal('NOT_FOUND')
    const words = countWords(postText(toDocument(texts.text)))
    const { id, title, channel, posterUrl, heroUrl, category, status, plan, price } = product
    return {
      id,
      slug,
      title,
      excerpt: texts.excerpt,
      channel,
      authors: product.speakers,
      posterUrl,
      heroUrl,
      category,
      status,
      plan,
      price,
      subscriptionOnly: scenario.reading === 'subscribers',
      publishedAt: '2026-05-02T10:00:00.000Z',
      updatedAt: '2026-05-02T10:00:00.000Z',
      readingMinutes: readingMinutes(words),
      words,
      language,
      languages: ['en', 'es', 'pt'],
      seo: { title: null, description: null },
      related: related(slug, language),
    }
  }
  api.on(posts.teaser, ({ params, query }) => teaserOf(params.slug, languageOf(query.language)))
  api.on(posts.get, async ({ params, query }) => {
    if (scenario.reading === 'never') await new Promise(() => undefined)
    if (scenario.reading === 'error') throw new Refusal('UNAVAILABLE')
    if (scenario.reading === 'wall') throw new Refusal('TICKET_REQUIRED')
    if (scenario.reading === 'subscribers') throw new Refusal('SUBSCRIPTION_REQUIRED')
    const language = languageOf(query.language)
    const text = demoPosts[params.slug]?.[language].text ?? ''
    const html = scenario.reading === 'empty' ? '' : renderPostHtml(toDocument(text), () => undefined)
    return { ...teaserOf(params.slug, language), html }
  })
  const ownPost = (slug: string): OwnPost => ({
    slug,
    bodies: languages.flatMap((language) => {
      const text = demoPosts[slug]?.[language]
      if (!text) return []
      const document = toDocument(text.text)
      const words = countWords(postText(document))
      return [
        { language, document, excerpt: text.excerpt, words, readingMinutes: readingMinutes(words), updatedAt: '2026-05-02T10:00:00.000Z' },
      ]
    }),
  })
  api.on(posts.getOwn, ({ params }) => ownPost(params.slug))
  api.on(posts.save, ({ params }) => ownPost(params.slug))
  api.on(datasheets.get, async ({ params, query }) => {
    const product = detail(params.slug, languageOf(query.language))
    const content = demoDatasheets[params.slug]
    if (!product || !content) throw new Refusal('NOT_FOUND')
    if (scenario.reading === 'wall') throw new Refusal('TICKET_REQUIRED')
    const { slug, title, status, channel, category, posterUrl } = product
    return { ...content, ...savedAt, product: { slug, title, status, channel, category, posterUrl, language: 'es' as const } }
  })
  api.on(datasheets.getOwn, ({ params }) => {
    const content = demoDatasheets[params.slug]
    return { datasheet: content ? { ...content, ...savedAt } : null }
  })
  api.on(podcasts.chapters, ({ params }) => ({
    chapters: (demoChapters[params.slug] ?? []).map(({ title, startSec }) => ({ title, startMs: startSec * 1_000 })),
    durationMs: lengthMs,
  }))
  api.on(privateFeeds.list, () => ({
    items: [
      {
        id: '00000000-0000-4000-8000-00000000fee1',
        channel: { slug: 'sala-cardumen', title: 'Sala Cardumen', logoUrl: null },
        createdAt: '2026-05-02T10:00:00.000Z',
        lastReadAt: '2026-05-20T18:30:00.000Z',
      },
    ],
  }))
  api.on(privateFeeds.rotate, () => ({
    id: '00000000-0000-4000-8000-00000000fee1',
    channel: { slug: 'sala-cardumen', title: 'Sala Cardumen', logoUrl: null },
    createdAt: '2026-05-21T10:00:00.000Z',
    lastReadAt: null,
    url: 'https://faro.example/api/feeds/Jc3rUuVYh2kq0w8mZs1n5TtQb7xLd4Fe6Ag9RiPoNy/feed.xml',
  }))
  playChat(api)
  api.on(playback.get, ({ params, query }) => {
    if (params.slug === elsewhereSlug) {
      const issue = { path: 'query.lease', rule: 'other_device', message: 'Firefox, Windows' }
      throw new Refusal('PLAYING_ELSEWHERE', 'PLAYING_ELSEWHERE', [issue])
    }
    const live = livePlayback(params.slug)
    if (live) return live
    const product = params.slug === sound ? detail(sound, languageOf(query.language)) : undefined
    if (!product) throw new Refusal('TICKET_REQUIRED')
    const { slug, title, type, channel, posterUrl, heroUrl } = product
    return {
      state: 'ready' as const,
      product: { slug, title, type, channel, posterUrl, heroUrl },
      event: null,
      session: null,
      serverTime: new Date().toISOString(),
      lease: null,
      supportEmail: 'ayuda@faro.example',
      viewers: 0,
      media: {
        feeds: [
          {
            id: '00000000-0000-4000-8000-00000000f001',
            kind: 'file' as const,
            label: '',
            language: null,
            hasAudio: true,
            hasVideo: false,
            state: 'ended' as const,
            rungs: [],
            masterUrl: `/api/fixture-sound/master.m3u8`,
            thumbnailUrl: null,
          },
        ],
        tokenExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        lowLatency: null,
        durationMs: lengthMs,
      },
    }
  })
}

/** Plays the delivery; the playlist never comes, so that the player waits where a picture wants it. */
export function soundFile(pathname: string): { body: string | null } | undefined {
  if (!pathname.startsWith('/api/fixture-sound/')) return undefined
  if (pathname.endsWith('.vtt')) return { body: lessonCaptions }
  if (!pathname.endsWith('peaks.json')) return { body: null }
  const peaks = Array.from({ length: 400 }, (_, i) => {
    const swell = 0.35 + 0.65 * Math.abs(Math.sin(i / 31) * Math.cos(i / 73))
    return Math.round(swell * (0.55 + 0.45 * Math.abs(Math.sin(i * 12.9898))) * 100) / 100
  })
  return { body: JSON.stringify({ durationSec: lengthMs / 1_000, peaks }) }
}
