export interface AnnouncedMedia {
  title: string
  artist: string
  artUrl: string | null
}

export type MediaActions = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>

const session = (): MediaSession | undefined => (navigator as Partial<Pick<Navigator, 'mediaSession'>>).mediaSession

/** Names what plays on lock screens, headphones and watches, and takes their presses. */
export function announceMedia({ title, artist, artUrl }: AnnouncedMedia, actions: MediaActions): void {
  const mediaSession = session()
  if (!mediaSession) return
  const artwork = artUrl === null ? [] : [{ src: new URL(artUrl, location.href).href }]
  mediaSession.metadata = new MediaMetadata({ title, artist, artwork })
  for (const [action, handler] of Object.entries(actions) as [MediaSessionAction, MediaSessionActionHandler][]) setAction(action, handler)
}

/** Place in it, for the bar on a lock screen; without a length (a live show) there is no bar. */
export function tellMedia(isPlaying: boolean, place: { durationSec: number; positionSec: number; rate: number } | null): void {
  const mediaSession = session()
  if (!mediaSession) return
  mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
  if (place === null || place.durationSec <= 0) mediaSession.setPositionState()
  else {
    const { durationSec, positionSec, rate } = place
    mediaSession.setPositionState({ duration: durationSec, playbackRate: rate, position: Math.min(positionSec, durationSec) })
  }
}

export function withdrawMedia(actions: MediaActions = {}): void {
  const mediaSession = session()
  if (!mediaSession) return
  mediaSession.metadata = null
  mediaSession.playbackState = 'none'
  for (const action of Object.keys(actions) as MediaSessionAction[]) setAction(action, null)
}

function setAction(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session()?.setActionHandler(action, handler)
  } catch {
    // An action that this browser does not know.
  }
}
