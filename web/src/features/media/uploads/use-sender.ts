import { useCallback, useSyncExternalStore } from 'react'
import { useServices, type Services } from '../../../lib/services.ts'
import { createSender, type Sender, type Sending } from './sending.ts'

const senders = new WeakMap<Services, Sender>()

/** One per app: a file goes on being sent when its page is left. */
export function useSender(): Sender {
  const services = useServices()
  const known = senders.get(services) ?? createSender(services.session)
  senders.set(services, known)
  return known
}

export function useSending(key: string): Sending | undefined {
  const sender = useSender()
  return useSyncExternalStore(
    sender.subscribe,
    useCallback(() => sender.get(key), [sender, key]),
  )
}
