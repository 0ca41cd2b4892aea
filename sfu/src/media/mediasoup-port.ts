import type { MediaPort } from '../rooms/media-port.ts'
import { openMeetMedia } from './meet-media.ts'
import { openShowMedia, type ShowMediaOptions } from './show-media.ts'

/** The media engine: mediasoup behind the interface that rooms know. */
export function createMediasoupPort(options: ShowMediaOptions): MediaPort {
  return { openRoom: () => openShowMedia(options), openMeet: () => openMeetMedia(options) }
}
