import { account } from '@e-events/shared/contract/people/account.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices, useSession, type Services } from '../../../lib/services.ts'
import { rememberHere, seenHere } from './seen.ts'

function toursQuery(api: Services['api']) {
  return queryOptions({
    queryKey: ['account', account.tours.path],
    queryFn: () => api.call(account.tours),
    staleTime: Infinity,
    retry: false,
  })
}

export interface TourState {
  /** Not while it is unknown whether it was seen, and not when it was. */
  isDue: boolean
  /** Somebody pressed its button. */
  isAsked: boolean
  /** Done or skipped: it does not come back, on this device or any other of the account. */
  end: () => void
  /** Again, because somebody asked for it. */
  start: () => void
}

export function useTour(tour: string): TourState {
  const { api, queries } = useServices()
  const isLoggedIn = useSession().status === 'authenticated'
  const [wasSeenHere, setSeenHere] = useState(() => seenHere().includes(tour))
  const [isAsked, setAsked] = useState(false)
  const finished = useQuery({ ...toursQuery(api), enabled: isLoggedIn && !wasSeenHere })
  const isUnseen = !isLoggedIn || (finished.data !== undefined && !finished.data.finished.includes(tour))
  return {
    isAsked,
    isDue: isAsked || (!wasSeenHere && isUnseen),
    start: () => setAsked(true),
    end: () => {
      setAsked(false)
      rememberHere(tour)
      setSeenHere(true)
      if (!isLoggedIn) return
      queries.setQueryData(toursQuery(api).queryKey, (known) => ({ finished: [...(known?.finished ?? []), tour] }))
      // The device remembers it anyway: a lost answer costs at most one more showing elsewhere.
      api.call(account.finishTour, { params: { tour } }).catch(() => undefined)
    },
  }
}
