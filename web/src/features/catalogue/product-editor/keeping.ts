import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import type { ProductFields } from './fields.ts'
import type { Faults } from './rules.ts'

/**
 * Whether a draft may be kept on the server as it is: what it has still to get is no obstacle, what is wrong is. A
 * picture or people that it had once are not given up by themselves.
 */
export function isKeepable(faults: Faults, product: OwnProductDetail | null): boolean {
  return Object.entries(faults).every(([path, { rule }]) => {
    if (path === 'image') return rule === 'required' && (product?.image ?? null) === null
    if (path === 'speakers') return rule === 'has' && (product?.speakers ?? []).length === 0
    if (path === 'net') return rule === 'required' || rule === 'positive'
    return path.startsWith('sessions.') && rule === 'required'
  })
}

/** The part that can be kept: a date that is half typed stays in the form. */
export function keptOf(fields: ProductFields): ProductFields {
  const sessions = fields.sessions.filter(({ startsAt, endsAt }) => startsAt !== null && endsAt !== null)
  return sessions.length === fields.sessions.length ? fields : { ...fields, sessions }
}

/** From its title on there is something to keep. */
export const canBegin = ({ channelSlug, type, language, texts }: ProductFields): boolean =>
  channelSlug !== '' && type !== '' && texts[language].title.trim() !== ''
