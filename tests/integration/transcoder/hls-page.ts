import Hls from 'hls.js'

/** A player of the plainest kind: hls.js as it comes. */
function play(url: string): void {
  const video = document.querySelector('video')
  if (!video) throw new Error('no video')
  const hls = new Hls({ enableWorker: false })
  hls.loadSource(url)
  hls.attachMedia(video)
  void video.play()
}

Object.assign(globalThis, { play })
