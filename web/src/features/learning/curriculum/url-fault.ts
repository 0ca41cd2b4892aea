import { httpUrl } from '@e-events/shared/contract/common.ts'
import type { LessonKind } from '@e-events/shared/domain/lessons.ts'
import { isOwnUrl, productOfUrl, takesUrl } from '@e-events/shared/domain/lesson-url.ts'

export type UrlFault = 'missing' | 'format' | 'player' | 'page'

/** The address as it is sent: people leave `https://` out. */
export function toUrl(typed: string): string {
  const url = typed.trim()
  return url === '' || /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`
}

/**
 * Fault of the address that a lesson is to show; null where it has none. `page`: one of this site that leads
 * to no product.
 */
export function urlFault(kind: LessonKind, typed: string, origin: string): UrlFault | null {
  const url = toUrl(typed)
  if (url === '') return 'missing'
  if (!httpUrl.safeParse(url).success) return 'format'
  if (isOwnUrl(url, origin)) return productOfUrl(url, origin) === undefined ? 'page' : null
  return takesUrl(kind, url) ? null : 'player'
}
