import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import slugify from '@sindresorhus/slugify'

/**
 * Fixed parts of paths: a product called 'new' would hide the page that makes one. The database refuses them too, but
 * for those of the api alone.
 */
const reserved: ReadonlySet<string> = new Set(['new', 'create', 'section', 'entity', 'checkout', 'export'])

export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug)
}

/**
 * The slug of a title: lower case, no accents, words joined by single hyphens ('Concierto Año Nuevo 2025!' →
 * 'concierto-ano-nuevo-2025').
 */
export function toSlug(title: string): string {
  const slug = slugify(title, { decamelize: false })
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, limits.slugChars - 8)
    .replace(/-+$/, '')
  if (slug === '') return 'item'
  return reserved.has(slug) ? `${slug}-1` : slug
}

/**
 * Inserts under the wished slug, or under the first free one made from the title ('jazz', 'jazz-2', …).
 * @throws DomainError SLUG_TAKEN when a wished slug exists or is reserved
 */
export async function insertWithSlug<Row>(
  wish: { slug: string | undefined; title: string; taken(base: string): Promise<readonly string[]> },
  insert: (slug: string) => Promise<Row | 'taken'>,
): Promise<Row> {
  if (wish.slug !== undefined) {
    const saved = reserved.has(wish.slug) ? 'taken' : await insert(wish.slug)
    if (saved === 'taken') throw new DomainError('SLUG_TAKEN')
    return saved
  }
  const base = toSlug(wish.title)
  for (let attempt = 0; attempt < 5; attempt++) {
    const saved = await insert(firstFree(base, await wish.taken(base)))
    if (saved !== 'taken') return saved
  }
  // Somebody else keeps taking the same name at the same moment.
  throw new DomainError('SLUG_TAKEN')
}

function firstFree(base: string, taken: readonly string[]): string {
  const used = new Set(taken)
  if (!used.has(base)) return base
  let number = 2
  while (used.has(`${base}-${number}`)) number++
  return `${base}-${number}`
}
