import { useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../lib/services.ts'
import { createChatStore, type ChatSnapshot, type ChatStore } from '@e-events/shared/client/chat-store.ts'
import type { Moment } from '@e-events/shared/client/chat-messages.ts'

/** The chat of a show, for as long as the component is there; read along where the picture is behind live. */
export function useChat(slug: string, momentMs: Moment): { store: ChatStore; state: ChatSnapshot } {
  const { api, realtime, clock, random } = useServices()
  const [store] = useState(() => createChatStore({ api, realtime, slug, nowMs: clock.nowMs, random }))
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => store.open(), [store])
  useEffect(() => {
    if (momentMs !== null) store.replay(momentMs)
  }, [store, momentMs])
  return { store, state }
}
