/** Half a second of a soft A through the real output; false where the browser gives none. */
export async function playTone(): Promise<boolean> {
  try {
    const context = new AudioContext()
    await context.resume()
    const tone = new OscillatorNode(context, { frequency: 440 })
    const gain = new GainNode(context, { gain: 0 })
    tone.connect(gain).connect(context.destination)
    const now = context.currentTime
    gain.gain.linearRampToValueAtTime(0.12, now + 0.05)
    gain.gain.linearRampToValueAtTime(0, now + 0.5)
    tone.start()
    tone.stop(now + 0.55)
    tone.addEventListener('ended', () => void context.close())
    return context.state === 'running'
  } catch {
    return false
  }
}
