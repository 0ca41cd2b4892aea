/** One or two letters that stand for a name where there is no picture. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = '') => word.match(/^./u)?.[0] ?? '')
  return letters.join('').toLocaleUpperCase()
}
