import {
  emptyTexts,
  sectionSchemas,
  textIn,
  type Section,
  type SectionKind,
  type SectionTexts,
} from '@e-events/shared/contract/storefront/home-sections.ts'
import type { Language } from '@e-events/shared/domain/language.ts'

const texts = (): SectionTexts => ({ ...emptyTexts })

/** A new one of a kind, as empty as it can be; what is required and empty is said by its form. */
export function createSection(type: SectionKind): Section {
  const base = { id: `${type}-${Math.random().toString(36).slice(2, 10)}`, hidden: false }
  const titled = { ...base, title: texts() }
  switch (type) {
    case 'hero':
      return { ...titled, type, media: { kind: 'image', imageId: '' }, subtitle: texts(), productId: null }
    case 'product_slider':
      return { ...titled, type, source: { kind: 'chosen', ids: [] } }
    case 'channel_slider':
    case 'speaker_slider':
      return { ...titled, type, source: { kind: 'chosen', ids: [] } }
    case 'featured_product':
      return { ...titled, type, productId: '' as never }
    case 'featured_channel':
      return { ...titled, type, channelId: '' as never }
    case 'static_content':
      return { ...titled, type, size: 'large', description: texts(), url: '' }
    case 'static_image':
      return { ...base, type, imageId: '', alt: texts(), url: '' }
    case 'call_to_action':
      return { ...titled, type, subtitle: texts(), buttonText: texts(), buttonLink: '' }
    default:
      return type satisfies never
  }
}

/**
 * Validates a section: errors by the path of the field. An empty list of choices is wrong here, although it may be
 * stored.
 */
export function problemsOf(section: Section): ReadonlyMap<string, 'required' | 'link' | 'too_big' | 'format'> {
  const problems = new Map<string, 'required' | 'link' | 'too_big' | 'format'>()
  const parsed = sectionSchemas[section.type].safeParse(section)
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.')
    const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], section)
    const isText = typeof value === 'object' && value !== null && 'es' in value
    if (issue.code === 'too_big') problems.set(path, 'too_big')
    else if (isText || value === '' || value === null) problems.set(path, 'required')
    else problems.set(path, /link|url/i.test(path) ? 'link' : 'format')
  }
  if ('source' in section && section.source.kind === 'chosen' && section.source.ids.length === 0) problems.set('source.ids', 'required')
  return problems
}

export const isValid = (section: Section): boolean => problemsOf(section).size === 0

/** Title of a section in lists, where it has its own. */
export function ownName(section: Section, language: Language): string {
  if (section.type === 'static_image') return textIn(section.alt, language)
  return textIn(section.title, language)
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export type Difference = 'added' | 'removed' | 'changed' | 'moved'

/** Differences between two lists of sections, in the order of the second, removed ones last. */
export function differences(before: readonly Section[], after: readonly Section[]): { section: Section; difference: Difference }[] {
  const known = new Map(before.map((section) => [section.id, section]))
  const stayed = before.filter(({ id }) => after.some((section) => section.id === id)).map(({ id }) => id)
  const kept = after.filter(({ id }) => known.has(id)).map(({ id }) => id)
  const found = after.flatMap((section): { section: Section; difference: Difference }[] => {
    const former = known.get(section.id)
    if (!former) return [{ section, difference: 'added' }]
    if (!isSame(former, section)) return [{ section, difference: 'changed' }]
    return stayed.indexOf(section.id) === kept.indexOf(section.id) ? [] : [{ section, difference: 'moved' }]
  })
  const removed = before.filter(({ id }) => !after.some((section) => section.id === id))
  return [...found, ...removed.map((section) => ({ section, difference: 'removed' as const }))]
}
