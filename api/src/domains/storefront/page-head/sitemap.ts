import { paths, unlistedPrefixes } from '@e-events/shared/domain/addresses.ts'
import type { PageHeadRepository, SitemapRow } from './repository.ts'

export type Sitemap = ReturnType<typeof createSitemap>

/** Maximum of addresses in one file of the protocol. */
export const sitemapUrls = 50_000

const fixedPaths = [paths.home, paths.schedule, paths.help, paths.legal, paths.producers]
const pathOf: Record<SitemapRow['kind'], (slug: string) => string> = {
  product: paths.product,
  channel: paths.channel,
  speaker: paths.speaker,
  page: paths.page,
  entity: paths.store,
}

/** One file, or an index of several where they do not fit into one. */
export function createSitemap(deps: { repository: PageHeadRepository; origin: string; urlsPerFile?: number }) {
  const { repository, origin, urlsPerFile = sitemapUrls } = deps
  const room = urlsPerFile - fixedPaths.length

  async function part(number: number): Promise<string> {
    const rows = await repository.listPublic((number - 1) * room, room)
    const urls = rows.map((row) => url(pathOf[row.kind](row.slug), row.changed_at))
    return `${declaration}<urlset xmlns="${namespace}">\n${[...(number === 1 ? fixedPaths.map((path) => url(path)) : []), ...urls].join('')}</urlset>\n`
  }

  return {
    async main(): Promise<string> {
      const files = Math.ceil((await repository.countPublic()) / room)
      if (files <= 1) return part(1)
      const names = Array.from(
        { length: files },
        (_, index) => `<sitemap><loc>${escaped(`${origin}/sitemaps/${index + 1}.xml`)}</loc></sitemap>\n`,
      )
      return `${declaration}<sitemapindex xmlns="${namespace}">\n${names.join('')}</sitemapindex>\n`
    },
    /** @returns undefined where there is no such file */
    async part(number: number): Promise<string | undefined> {
      const files = Math.max(1, Math.ceil((await repository.countPublic()) / room))
      return number >= 1 && number <= files ? part(number) : undefined
    },
    robots(): string {
      // Pictures of cards are part of the pages.
      return [
        'User-agent: *',
        'Allow: /api/files/',
        ...unlistedPrefixes.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n')
    },
  }

  function url(path: string, changedAt?: Date): string {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escaped(origin + path)}</loc>${changed}</url>\n`
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
