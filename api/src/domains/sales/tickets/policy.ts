import type { ProductAccess } from '../../catalogue/read/product-access.ts'

/** Hours after getting it or a fixed date, whichever comes first (VID-015). */
export function ticketEnd(access: Pick<ProductAccess, 'expiration_hours' | 'expires_at'>, now: Date): Date | null {
  const byHours = access.expiration_hours === null ? null : new Date(now.getTime() + access.expiration_hours * 3_600_000)
  if (byHours === null || access.expires_at === null) return byHours ?? access.expires_at
  return byHours < access.expires_at ? byHours : access.expires_at
}
