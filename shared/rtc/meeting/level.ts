/** Reads how loud a track is now, in dBFS; -Infinity is silence. `close` gives the reader back. */
export interface LevelReader {
  readDb(): number
  close(): void
}

const silent: LevelReader = { readDb: () => Number.NEGATIVE_INFINITY, close: () => undefined }

/** Silent where the browser has no audio graph. */
export function createLevelReader(track: MediaStreamTrack): LevelReader {
  if (typeof AudioContext === 'undefined') return silent
  const context = new AudioContext()
  // A page that was not touched yet may not open one; reading it changes nothing then.
  void context.resume().catch(() => undefined)
  const source = context.createMediaStreamSource(new MediaStream([track]))
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    readDb() {
      analyser.getFloatTimeDomainData(samples)
      let peak = 0
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
      return 20 * Math.log10(peak)
    },
    close() {
      source.disconnect()
      void context.close()
    },
  }
}
