/**
 * Half a second of a soft A through the real output, or the loudspeakers with that id; false where the browser gives
 * none.
 */
export async function playTone(sinkId = ''): Promise<boolean> {
  try {
    const context = new AudioContext()
    const output = sinkId === '' ? context.destination : await playOn(context, sinkId)
    await context.resume()
    const tone = new OscillatorNode(context, { frequency: 440 })
    const gain = new GainNode(context, { gain: 0 })
    tone.connect(gain).connect(output)
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

/** @throws DOMException where the device is gone, or may not be used */
async function playOn(context: AudioContext, sinkId: string): Promise<AudioNode> {
  const output = context.createMediaStreamDestination()
  const element = new Audio()
  element.srcObject = output.stream
  await element.setSinkId(sinkId)
  await element.play()
  return output
}
