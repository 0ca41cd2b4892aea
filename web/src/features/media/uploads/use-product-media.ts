import { uploads, type MediaState, type ProductMedia } from '@e-events/shared/contract/media/uploads.ts'
import type { MediaPurpose } from '@e-events/shared/domain/media-uploads.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useErrorSnack } from '../../../components/feedback/use-error-snack.ts'
import { useServices } from '../../../lib/services.ts'
import { productMediaQuery } from './queries.ts'
import { sendingKey } from './sending.ts'
import { useSender } from './use-sender.ts'

const actions = { retry: uploads.retry, cancel: uploads.cancel, remove: uploads.remove } as const
export type MediaAction = keyof typeof actions

interface ProductMediaTools {
  media: UseQueryResult<ProductMedia>
  state: MediaState | undefined
  act: (action: MediaAction) => void
  isActing: boolean
  send: (file: File) => void
}

/** State of one file of a product, kept current by pushes, and its actions. */
export function useProductMedia(productSlug: string, purpose: MediaPurpose): ProductMediaTools {
  const { api, queries, realtime } = useServices()
  const sender = useSender()
  const showError = useErrorSnack()
  const query = productMediaQuery(api, productSlug)
  const media = useQuery(query)
  const key = sendingKey(productSlug, purpose)
  const { queryKey: mediaKey } = query
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: productMediaQuery(api, productSlug).queryKey })
    // A file that is ready changes the checklist of publishing.
    void queries.invalidateQueries({ queryKey: queryKey(ownProducts.getOwn, { params: { slug: productSlug } }) })
  }, [queries, api, productSlug])
  useEffect(() => {
    const leave = realtime.watch(productSlug)
    const mute = realtime.on((event) => {
      if (event.type === 'media.changed' && event.productSlug === productSlug) refresh()
    })
    return () => {
      mute()
      leave()
    }
  }, [realtime, productSlug, refresh])
  const change = useMutation({
    mutationFn: (action: MediaAction) => {
      if (action !== 'retry') sender.forget(key)
      return api.call(actions[action], { params: { slug: productSlug, purpose } })
    },
    onSuccess: (answer) => queries.setQueryData(mediaKey, answer),
    onError: (error, action) => {
      refresh()
      showError(error, { key: `media-${action}`, failure: 'productUpdate', retry: () => change.mutate(action) })
    },
  })
  return {
    media,
    state: media.data?.[purpose],
    act: change.mutate,
    isActing: change.isPending,
    send: (file) => void sender.start({ key, file, productSlug, purpose, onDone: refresh }).then(refresh),
  }
}
