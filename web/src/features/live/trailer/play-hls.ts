/** Plays an HLS address in a video element: by itself where the browser can, with hls.js (fetched now) elsewhere. Answers what stops it. */
export async function playHls(video: HTMLVideoElement, url: string, onFailed: () => void): Promise<() => void> {
  if (video.canPlayType('application/vnd.apple.mpegurl') !== '' && !('MediaSource' in globalThis)) {
    video.src = url
    video.addEventListener('error', onFailed)
    return () => {
      video.removeEventListener('error', onFailed)
      video.removeAttribute('src')
      video.load()
    }
  }
  const { default: Hls } = await import('hls.js')
  if (!Hls.isSupported()) {
    onFailed()
    return () => undefined
  }
  const hls = new Hls({ capLevelToPlayerSize: true, maxBufferLength: 20 })
  hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (fatal) onFailed()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}
