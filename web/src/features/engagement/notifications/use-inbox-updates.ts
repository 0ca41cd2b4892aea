import { useEffect } from 'react'
import { useServices } from '../../../lib/services.ts'
import { refreshInbox } from './queries.ts'

/** The number at the bell follows what happens elsewhere; what was missed while the line was broken is asked for. */
export function useInboxUpdates(): void {
  const { notices, queries } = useServices()
  useEffect(() => {
    const again = () => void refreshInbox(queries)
    const stops = [
      notices.onUser(({ type }) => {
        if (type.startsWith('notification.')) again()
      }),
      notices.onReconnect(again),
    ]
    return () => stops.forEach((stop) => stop())
  }, [notices, queries])
}
