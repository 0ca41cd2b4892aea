import { systemClock } from '@e-events/shared/client/clock.ts'
import { meets } from '@e-events/shared/contract/meetings/meets.ts'
import { createMeetClient, type MeetClient, type MeetState } from '@e-events/shared/rtc/meeting/meet-client.ts'
import { createMeetRtc, type MeetRtc } from '@e-events/shared/rtc/meeting/meet-rtc.ts'
import type { OwnMedia } from '@e-events/shared/rtc/meeting/own-media.ts'
import { createMeetLinkOpener, type OpenMeetLink } from '@e-events/shared/rtc/open-meet-link.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../../../lib/services.ts'

/** The world of a stay: the signalling and WebRTC. */
export interface StayPorts {
  open: OpenMeetLink
  createRtc: () => MeetRtc
}
export const realPorts = (): StayPorts => ({ open: createMeetLinkOpener(location.href), createRtc: createMeetRtc })

interface StayOptions {
  slug: string
  name: string
  media: OwnMedia
  ports: StayPorts
}

/** Stays in a meeting for as long as the component is there, and sends the devices that are on. */
export function useStay({ slug, name, media, ports }: StayOptions): { client: MeetClient; state: MeetState } {
  const { api, random } = useServices()
  const [client] = useState(() =>
    createMeetClient({
      ask: async () => (await api.call(meets.join, { params: { slug }, body: { name } })).grant,
      open: ports.open,
      createRtc: ports.createRtc,
      clock: systemClock,
      random,
    }),
  )
  useEffect(() => {
    const stopSending = media.sendTo(client.send)
    const stopHearing = client.onEvent((event) => {
      if (event.kind === 'mutedByHost' || event.kind === 'refused') media.stopped(event.source)
    })
    client.start()
    return () => {
      stopHearing()
      stopSending()
      client.close()
    }
  }, [client, media])
  return { client, state: useSyncExternalStore(client.subscribe, client.get) }
}
