/** Until where it can be played from here without a break. */
export function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= currentTime + 0.3 && buffered.end(i) > currentTime) return buffered.end(i)
  return currentTime
}

/** It could be played there at once. */
export function isBuffered({ buffered }: HTMLVideoElement, positionSec: number): boolean {
  for (let i = 0; i < buffered.length; i++) if (buffered.start(i) <= positionSec && buffered.end(i) > positionSec + 0.2) return true
  return false
}
