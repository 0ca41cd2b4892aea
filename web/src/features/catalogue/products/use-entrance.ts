import { isRead } from '@e-events/shared/domain/product-rules.ts'
import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { Moment } from '../../../components/media/product-event.ts'
import { useSnacks } from '../../../components/feedback/use-snacks.ts'
import { paths } from '../../../config/paths.ts'
import { explainError } from '../../../lib/error-words.ts'
import { useServices } from '../../../lib/services.ts'
import { startAt, withStart } from '../../../lib/start-at.ts'
import type { Offer } from './offer.ts'
import { redeemMutation } from './queries.ts'

/**
 * An address with `?enter` was reached through a login or a sign-up that began with 'get your ticket': the free ticket
 * is taken without another press, and what can be watched now opens. Anything else (a price, an event days away) leaves
 * the reader on this page.
 */
export function useEntrance(product: ProductDetail, offer: Offer, moment: Moment): void {
  const { t } = useTranslation('products')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const isTaken = useRef(false)
  const { mutate } = useMutation({
    ...redeemMutation(api, queries),
    onSuccess: () => snacks.success(t('get.done', { title: product.title }), { key: 'redeem' }),
    onError: (error) => snacks.error(explainError(error, tc).text, { key: 'redeem' }),
  })
  const isWanted = params.has('enter')
  const leadsIn = offer.kind === 'watch' && (offer.label !== 'waiting' || moment === 'room_open')
  const door = isRead(product.type) ? paths.door(product) : withStart(paths.door(product), startAt(params))
  useEffect(() => {
    if (!isWanted) return
    if (leadsIn) void navigate(door, { replace: true })
    else if (offer.kind !== 'get') {
      // A visitor still has to log in; everybody else has arrived.
      if (offer.kind !== 'login') void navigate(paths.product(product.slug), { replace: true })
    } else if (!isTaken.current) {
      isTaken.current = true
      mutate(product.slug)
    }
  }, [isWanted, leadsIn, door, offer.kind, product.slug, mutate, navigate])
}
