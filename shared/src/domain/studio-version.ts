/**
 * An installed studio that is older does not speak with this platform any more. Raised with a change that it cannot do
 * without, a security fix for one.
 */
export const leastStudioVersion = '0.1.0'

/** Whether `version` comes before `than`, by its three numbers; what is no version does not. Pure. */
export function isOlderVersion(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number))
  if (!own || !other) return false
  const differing = own.findIndex((number, index) => number !== other[index])
  return differing >= 0 && (own[differing] ?? 0) < (other[differing] ?? 0)
}
