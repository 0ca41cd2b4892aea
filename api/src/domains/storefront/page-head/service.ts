import { matchPublicPage, paths } from '@e-events/shared/domain/addresses.ts'
import { defaultLanguage, languageSchema, languages, type Language } from '@e-events/shared/domain/language.ts'
import type { ShownSection } from '@e-events/shared/contract/storefront/shown-sections.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { fileUrl } from '../../media/read/file-url.ts'
import { oneLine } from './escaping.ts'
import { homeFrame, productFrame } from './first-frame.ts'
import type { HeadProductRow, NamedRow, PageHeadRepository } from './repository.ts'
import { channelData, productData, siteData, speakerData, type Place } from './schema-org.ts'
import { renderHead, shortened, siteName, type PageHead } from './tags.ts'
import { certificateWords, pageWords, type HeadCertificate } from './words.ts'

const certificatePage = /^\/certificates\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export type PageHeads = ReturnType<typeof createPageHeads>
type Rest = Pick<PageHead, 'kind' | 'imageUrl' | 'noIndex' | 'data' | 'frame'> & { spoken?: readonly Language[] }

const plain: Rest = { kind: 'website', imageUrl: null, noIndex: false, data: [], frame: null }

export interface PageHeadDeps {
  repository: PageHeadRepository
  showHome: (language: Language) => Promise<ShownSection[]>
  findCertificate: (id: string) => Promise<HeadCertificate | undefined>
  clock: Clock
  origin: string
}

/** The head of the page behind an address, as everybody sees it who is not logged in. */
export function createPageHeads({ repository, showHome, findCertificate, clock, origin }: PageHeadDeps) {
  /**
   * `uri` is what the browser asked for: a path and perhaps a query. `?lang=` chooses the language; without it the page
   * is in Spanish.
   */
  return async function read(uri: string): Promise<{ html: string; isDead: boolean }> {
    const { pathname, searchParams } = parse(uri)
    const language = languageSchema.catch(defaultLanguage).parse(searchParams.get('lang'))
    const head = await headOf(pathname, { origin, language })
    return { html: renderHead(head), isDead: head.isDead === true }
  }

  async function headOf(pathname: string, place: Place): Promise<PageHead & { isDead?: true }> {
    const [, certificate] = certificatePage.exec(pathname) ?? []
    if (certificate !== undefined) return certificateHead(certificate, place)
    const { area = '', slug: name = '', section } = matchPublicPage(pathname) ?? {}
    switch (area) {
      case 'products':
      case 'posts':
      case 'schedule': {
        const row = await repository.findProduct(name, place.language, clock.now())
        if (!row) return dead(place)
        if (area === 'schedule') return sectionHead(row, pathname, place)
        return { ...productHead(row, place), frame: area === 'products' ? productFrame(row, place.language) : null }
      }
      case 'channels':
        return named(await repository.findChannel(name, place.language), paths.channel(name), place, channelData)
      case 'speakers':
        return named(await repository.findSpeaker(name, place.language), paths.speaker(name), place, speakerData)
      case 'page':
        if (name === 'producers') return fixed('producers', pathname, place)
        return named(await repository.findPage(name), paths.page(name), place, () => [])
      case 'store':
        return named(await repository.findEntity(name), paths.store(name), place, () => [])
      default:
        if (pathname === '/') return homeHead(place)
        return section === undefined ? fixedHead(pathname, place) : nothing(place)
    }
  }

  async function homeHead(place: Place): Promise<PageHead> {
    return { ...fixed('home', '/', place), data: siteData(place), frame: homeFrame(await showHome(place.language), place.language) }
  }

  function fixedHead(pathname: string, place: Place): PageHead {
    if (pathname === paths.schedule) return fixed('schedule', pathname, place)
    if (pathname === paths.legal) return fixed('legal', pathname, place)
    if (/^\/help(\/|$)/.test(pathname)) return fixed('help', pathname, place)
    if (pathname === paths.search()) return { ...fixed('search', pathname, place), noIndex: true, alternates: [] }
    if (pathname === paths.shop) return { ...fixed('shop', pathname, place), noIndex: true, alternates: [] }
    return nothing(place)
  }

  function fixed(name: keyof (typeof pageWords)['es'], path: string, place: Place): PageHead {
    return made(path, pageWords[place.language][name], place, plain)
  }

  /** Nothing that a search engine could list: a private screen, or no page at all. */
  function nothing(place: Place, words: 'none' | 'missing' = 'none'): PageHead {
    return { ...made('/', pageWords[place.language][words], place, { ...plain, noIndex: true }), alternates: [] }
  }

  /** The address of something that strangers cannot see, or that is not there: the two look the same. */
  function dead(place: Place): PageHead & { isDead: true } {
    return { ...nothing(place, 'missing'), isDead: true }
  }

  function named(
    row: NamedRow | undefined,
    path: string,
    place: Place,
    data: (row: NamedRow, place: Place) => object[],
  ): PageHead & { isDead?: true } {
    if (!row) return dead(place)
    const description = row.text === '' ? pageWords[place.language].none.description : row.text
    return made(path, { title: row.name, description }, place, {
      ...plain,
      kind: 'profile',
      imageUrl: absolute(row.image_file_id),
      data: data(row, place),
    })
  }

  /** Read before a link to it is opened; kept out of search engines, since it names a person. */
  async function certificateHead(id: string, place: Place): Promise<PageHead & { isDead?: true }> {
    const found = await findCertificate(id)
    if (!found) return dead(place)
    const words = certificateWords[place.language](found)
    return { ...made(paths.certificate(id), words, place, { ...plain, noIndex: true }), alternates: [] }
  }

  function productHead(row: HeadProductRow, place: Place): PageHead {
    const title = row.seo_title ?? row.title
    const description = row.seo_description ?? (row.short_description || row.description || row.title)
    return made(paths.product(row.slug), { title, description }, place, {
      kind: row.type === 'post' ? 'article' : row.type === 'vod' ? 'video.other' : 'website',
      imageUrl: absolute(row.image_file_id),
      noIndex: false,
      data: productData(row, place),
      frame: null,
      spoken: row.languages,
    })
  }

  /** A date is part of its product's page as far as engines are concerned. */
  function sectionHead(row: HeadProductRow, pathname: string, place: Place): PageHead {
    const head = productHead(row, place)
    return /^\/schedule\/[^/]+\/section\/[^/]+$/.test(pathname) ? head : nothing(place)
  }

  function made(
    path: string,
    words: { title: string; description: string },
    place: Place,
    { spoken = languages, ...rest }: Rest,
  ): PageHead {
    const addressIn = (language: Language) => origin + path + (language === defaultLanguage ? '' : `?lang=${language}`)
    // A language that a product has no text in shows the default one: that page is the same as the default.
    const isSpoken = place.language === defaultLanguage || spoken.includes(place.language)
    const others = languages.filter((language) => language === defaultLanguage || spoken.includes(language))
    const name = oneLine(words.title)
    return {
      language: place.language,
      title: `${name} · ${siteName}`,
      name,
      description: shortened(words.description),
      canonical: addressIn(isSpoken ? place.language : defaultLanguage),
      alternates: others.length > 1 ? others.map((language) => ({ language, href: addressIn(language) })) : [],
      ...rest,
    }
  }

  function absolute(fileId: string | null): string | null {
    const url = fileUrl(fileId)
    return url === null ? null : origin + url
  }
}

/** Addresses come from anybody: what cannot be read is a page that does not exist. */
function parse(uri: string): { pathname: string; searchParams: URLSearchParams } {
  try {
    const url = new URL(uri, 'http://page.invalid')
    if (url.host === 'page.invalid') return { pathname: url.pathname.replace(/(?<=.)\/+$/, ''), searchParams: url.searchParams }
  } catch {
    // Below.
  }
  return { pathname: '/-', searchParams: new URLSearchParams() }
}
