import { defaultLanguage, type Language } from '@e-events/shared/domain/language.ts'

/** What a page says of itself to whoever does not run it. Texts are plain; addresses are absolute. */
export interface PageHead {
  language: Language
  /** With the site's name. */
  title: string
  /** Without it, for cards. */
  name: string
  description: string
  canonical: string
  /** The same page per language; empty where there is only one. */
  alternates: readonly { language: Language; href: string }[]
  kind: 'website' | 'article' | 'profile' | 'video.other'
  imageUrl: string | null
  noIndex: boolean
  /** schema.org, as it will be serialised. */
  data: readonly object[]
}

const locales: Record<Language, string> = { es: 'es_ES', en: 'en_GB', pt: 'pt_PT' }

/** Everything here is written by organizers or taken from the address: no text leaves its attribute, and no title ends a script. */
export function renderHead(head: PageHead): string {
  const image = head.imageUrl
  const lines = [
    `<title>${text(head.title)}</title>`,
    meta('name', 'description', head.description),
    `<link rel="canonical" href="${attribute(head.canonical)}">`,
    ...head.alternates.map(({ language, href }) => `<link rel="alternate" hreflang="${language}" href="${attribute(href)}">`),
    ...head.alternates
      .filter(({ language }) => language === defaultLanguage)
      .map(({ href }) => `<link rel="alternate" hreflang="x-default" href="${attribute(href)}">`),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', head.kind),
    meta('property', 'og:title', head.name),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.canonical),
    meta('property', 'og:locale', locales[head.language]),
    ...(image === null ? [] : [meta('property', 'og:image', image)]),
    meta('name', 'twitter:card', image === null ? 'summary' : 'summary_large_image'),
    meta('name', 'twitter:title', head.name),
    meta('name', 'twitter:description', head.description),
    ...(image === null ? [] : [meta('name', 'twitter:image', image)]),
    ...(head.noIndex ? [meta('name', 'robots', 'noindex')] : []),
    ...(head.data.length === 0
      ? []
      : [`<script type="application/ld+json">${inScript({ '@context': 'https://schema.org', '@graph': head.data })}</script>`]),
  ]
  return `${lines.join('\n')}\n`
}

export const siteName = 'e-events'

const meta = (key: 'name' | 'property', name: string, content: string) => `<meta ${key}="${name}" content="${attribute(content)}">`

/** Line breaks and characters that no text needs (control, direction) become blanks: a title is one line. */
export const oneLine = (value: string): string =>
  value
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu, ' ')
    .toWellFormed()
    .trim()

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const attribute = (value: string) => oneLine(value).replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
const text = attribute

/** In a script nothing is escaped by entities: what could end it is written as a JSON escape. */
const inScript = (value: object) =>
  JSON.stringify(value)
    .toWellFormed()
    .replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A description as search engines show it: cut at a word. */
export function shortened(value: string, length = 180): string {
  const line = oneLine(value)
  if (line.length <= length) return line
  const cut = line.slice(0, length)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/u, '')}…`
}
