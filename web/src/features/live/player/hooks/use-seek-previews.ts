import { useQuery } from '@tanstack/react-query'
import { parseSeekPreviews, type SeekPreview } from '../seek-previews.ts'

/**
 * Small pictures of a film; none while they load, where there are none, and where they cannot be had: seeking works
 * without.
 */
export function useSeekPreviews(url: string | null | undefined): readonly SeekPreview[] {
  // The token in the address is replaced now and then; the pictures stay the same.
  const key = url?.replace(/^.*?\/media\/[^/]+/, '')
  const { data } = useQuery({
    queryKey: ['seek-previews', key],
    enabled: Boolean(url),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    queryFn: async ({ signal }) => {
      const address = new URL(url ?? '', globalThis.location.href).href
      const reply = await fetch(address, { signal })
      return reply.ok ? parseSeekPreviews(await reply.text(), address) : []
    },
  })
  return data ?? none
}

const none: readonly SeekPreview[] = []
