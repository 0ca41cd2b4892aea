import Hls from 'hls.js'

/** Errors of the player, for the message of a test that waits in vain. */
const troubles: string[] = []

/** A player of the plainest kind: hls.js as it comes. */
function play(url: string): void {
  const video = document.querySelector('video')
  if (!video) throw new Error('no video')
  const hls = new Hls({ enableWorker: false })
  hls.on(Hls.Events.ERROR, (_, { type, details, fatal }) =>
    troubles.push(`${video.currentTime.toFixed(2)}: ${fatal ? 'fatal ' : ''}${type} ${details}`),
  )
  hls.loadSource(url)
  hls.attachMedia(video)
  void video.play()
}

/** Position, buffer and errors of the player. */
function describe(): string {
  const video = document.querySelector('video')
  if (!video) return 'no video'
  const ranges = Array.from({ length: video.buffered.length }, (_, index) =>
    [video.buffered.start(index), video.buffered.end(index)].map((sec) => sec.toFixed(2)).join('-'),
  )
  const state = `at ${video.currentTime.toFixed(2)} of ${video.duration.toFixed(2)}, ready ${video.readyState}, ${video.paused ? 'paused' : 'playing'}`
  return `${state}, buffered ${ranges.join(' ')}; ${troubles.slice(-10).join('; ')}`
}

Object.assign(globalThis, { play, describePlayer: describe })
