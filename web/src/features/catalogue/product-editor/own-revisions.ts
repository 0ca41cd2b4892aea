import type { Client } from '@e-events/shared/contract/client.ts'
import type { OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'

const madeHere = new WeakMap<Client, Set<string>>()

const keyOf = ({ id, revision }: Pick<OwnProductDetail, 'id' | 'revision'>) => `${id} ${revision}`

/**
 * A form may be left before its last save is answered, and opened again: what was made in this tab is nobody else's.
 */
export function rememberRevision(api: Client, product: Pick<OwnProductDetail, 'id' | 'revision'>): void {
  const known = madeHere.get(api) ?? new Set()
  madeHere.set(api, known.add(keyOf(product)))
}

export function isOwnRevision(api: Client, product: Pick<OwnProductDetail, 'id' | 'revision'>): boolean {
  return madeHere.get(api)?.has(keyOf(product)) ?? false
}
