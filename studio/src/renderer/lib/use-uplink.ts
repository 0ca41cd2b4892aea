import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { pickResolution } from '@e-events/shared/domain/ladder.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { bitrateFor, type Preset } from '@e-events/shared/rtc/layers.ts'
import { measureUplink } from './measure-uplink.ts'
import { useServices } from './services.ts'

export const uplinkKey = ['uplink'] as const

/**
 * Bits per second that this device can send. Measured once where `measures` allows it (never beside a show), and by
 * `refetch`.
 */
export function useUplink({ measures = false } = {}): UseQueryResult<number> {
  const { api } = useServices()
  return useQuery({
    queryKey: uplinkKey,
    queryFn: () =>
      measureUplink((bytes) => api.call(broadcasts.checkUplink, { upload: { contentType: 'application/octet-stream', bytes } })),
    enabled: measures,
    staleTime: Infinity,
    // Each desk measures by itself.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: 'always',
  })
}

interface Sized {
  size: { width: number; height: number }
}

/** Bits per second that the pictures of these feeds are sent at, without their smaller layers. */
export function plannedBps(feeds: readonly Sized[]): number {
  return feeds.reduce((sum, { size }) => sum + bitrateFor(size), 0)
}

/** Preset for a new feed beside the others; `otherwise` where the uplink is not known. */
export function presetBeside(feeds: readonly Sized[], uplinkBps: number | undefined, otherwise: Preset): Preset {
  return uplinkBps === undefined ? otherwise : pickResolution(uplinkBps - plannedBps(feeds))
}
