import { home } from '@e-events/shared/contract/storefront/home.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { endpointKey } from '@e-events/shared/contract/endpoint.ts'
import { useEffect } from 'react'
import { useSnacks } from '../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../lib/services.ts'

const homeKeys = [endpointKey(home.get), endpointKey(config.themeHome)]

/** Mounted once: what the platform says to everybody. Messages that are none of ours never get this far. */
export function useSystemMessages(): void {
  const { notices, queries } = useServices()
  const snacks = useSnacks()
  useEffect(
    () =>
      notices.onSystem((system) => {
        if (system.type === 'home.updated') for (const queryKey of homeKeys) void queries.invalidateQueries({ queryKey })
        if (system.type !== 'snack.notification') return
        const { text, key = `system-${system.id}` } = system.message
        const { notificationType: type } = system
        snacks[type === 'error' || type === 'warning' ? type : 'success'](text, { key })
      }),
    [notices, queries, snacks],
  )
}
