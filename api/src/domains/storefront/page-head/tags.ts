import type { FirstFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import { defaultLanguage, type Language } from '@e-events/shared/domain/language.ts'
import { attribute, inScript, oneLine } from './escaping.ts'
import { frameTags } from './first-frame.ts'

/** Head of a page for machines. Texts are plain; addresses are absolute. */
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
  /** First frame, shown before the app runs; null where the page has none. */
  frame: FirstFrame | null
}

const locales: Record<Language, string> = { es: 'es_ES', en: 'en_GB', pt: 'pt_PT' }

/**
 * Everything here is written by organizers or taken from the address: no text leaves its attribute, and no title ends a
 * script.
 */
export function renderHead(head: PageHead): string {
  const image = head.imageUrl
  const lines = [
    ...(head.frame === null ? [] : frameTags(head.frame)),
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

const text = attribute
const meta = (key: 'name' | 'property', name: string, content: string) => `<meta ${key}="${name}" content="${attribute(content)}">`

/** A description as search engines show it: cut at a word. */
export function shortened(value: string, length = 180): string {
  const line = oneLine(value)
  if (line.length <= length) return line
  const cut = line.slice(0, length)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).replace(/[\s,;:.–-]+$/u, '')}…`
}
