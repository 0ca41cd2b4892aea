import type { SignedAddress } from '../../../../lib/signed-address.ts'

export interface AttachOptions {
  startSec: number
  /** The address is not accepted any more, or what it leads to cannot be played. */
  onRefused: () => void
  /** Gives requests the token of today. */
  signed: SignedAddress
}

/**
 * Plays an HLS address in an audio element; answers how to let go of it. The library comes only when somebody listens.
 */
export async function attachAudio(
  audio: HTMLAudioElement,
  url: string,
  { startSec, onRefused, signed }: AttachOptions,
): Promise<() => void> {
  const [{ default: Hls }, { FragmentLoader }] = await Promise.all([import('hls.js'), import('../../../../lib/fragment-loader.ts')])
  if (!Hls.isSupported()) {
    audio.src = url
    if (startSec > 0) audio.currentTime = startSec
    audio.addEventListener('error', onRefused)
    return () => {
      audio.removeEventListener('error', onRefused)
      audio.removeAttribute('src')
      audio.load()
    }
  }
  const hls = new Hls({
    xhrSetup: signed.xhrSetup,
    fLoader: FragmentLoader,
    startPosition: startSec > 0 ? startSec : -1,
    startLevel: 0,
    maxBufferLength: 60,
    backBufferLength: 60,
  })
  // Only the lowest quality of a file with pictures is fetched: nobody sees them.
  hls.autoLevelCapping = 0
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (!data.fatal) return
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else onRefused()
  })
  hls.loadSource(url)
  hls.attachMedia(audio)
  return () => hls.destroy()
}
