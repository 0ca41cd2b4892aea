import { createDeviceHub, type DeviceHub } from '@e-events/shared/rtc/devices.ts'
import { createMeetCapture } from '@e-events/shared/rtc/meeting/meet-media.ts'
import { createOwnMedia, type OwnMedia, type OwnMediaState } from '@e-events/shared/rtc/meeting/own-media.ts'
import { createSpeaker, type Speaker } from './speaker.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

export interface OwnMediaPorts {
  media: OwnMedia
  devices: DeviceHub
  speaker: Speaker
}

/** Camera, microphone and screen of this page; all of it is turned off with the component. */
export function useOwnMedia(): OwnMediaPorts {
  const [ports] = useState<OwnMediaPorts>(() => {
    // Outside a secure context there is none.
    const { mediaDevices } = navigator as Partial<Pick<Navigator, 'mediaDevices'>>
    return { media: createOwnMedia(createMeetCapture(mediaDevices)), devices: createDeviceHub(mediaDevices), speaker: createSpeaker() }
  })
  useEffect(
    () => () => {
      ports.media.close()
      ports.devices.close()
    },
    [ports],
  )
  return ports
}

export const useMediaState = (media: OwnMedia): OwnMediaState => useSyncExternalStore(media.subscribe, media.get)
