import { ApiError, type CallOptions } from '@e-events/shared/contract/client.ts'
import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../lib/services.ts'

/** Something that administrators change as a whole. */
export interface Resource<T, B> {
  /** Names it among the queries: what is being edited is kept apart from what the site is showing. */
  key: string
  load: (options: CallOptions) => Promise<T>
  save: (body: B, options: CallOptions) => Promise<T>
  /** Updates other caches of the value. */
  onSaved?: (value: T) => unknown
}

interface Tagged<T> {
  value: T
  etag: string | undefined
}

export interface Edited<T, B> {
  value: T | undefined
  loadError: Error | null
  isLoading: boolean
  /** Asks for what is stored now, for instance after somebody else saved first. */
  reload: () => Promise<void>
  save: UseMutationResult<Tagged<T>, Error, B>
  /** Somebody else saved since this was loaded: nothing was overwritten. */
  isConflict: boolean
}

/** Loads with its ETag and saves with it, so that two administrators never overwrite each other unseen. */
export function useEdited<T, B>({ key, load, save, onSaved }: Resource<T, B>): Edited<T, B> {
  const { queries } = useServices()
  const queryKey = ['edit', key]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => tagged((options) => load({ ...options, signal })),
    // A form must not change under the hands of whoever fills it in; each visit begins with what is stored.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const mutation = useMutation({
    mutationFn: (body: B) => tagged((options) => save(body, { ...options, ifMatch: query.data?.etag })),
    onSuccess: (next) => {
      queries.setQueryData(queryKey, next)
      return onSaved?.(next.value)
    },
  })
  return {
    value: query.data?.value,
    loadError: query.data ? null : query.error,
    isLoading: query.isFetching,
    reload: async () => {
      const { isSuccess } = await query.refetch()
      if (isSuccess) mutation.reset()
    },
    save: mutation,
    isConflict: mutation.error instanceof ApiError && mutation.error.code === 'EDIT_CONFLICT',
  }
}

async function tagged<T>(call: (options: CallOptions) => Promise<T>): Promise<Tagged<T>> {
  let etag: string | undefined
  const value = await call({ onEtag: (next) => (etag = next) })
  return { value, etag }
}
