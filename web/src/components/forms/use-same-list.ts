import { useMemo } from 'react'

/**
 * The same list for as long as it holds the same: MUI's Autocomplete forgets what is being typed when its value is
 * another list, were it only the copy that saving makes.
 */
export function useSameList<T>(list: readonly T[]): T[] {
  const content = JSON.stringify(list)
  return useMemo(() => JSON.parse(content) as T[], [content])
}
