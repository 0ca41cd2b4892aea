/**
 * Lets `mayMove` refuse positions that a library sets on this element: hls.js goes back some seconds whenever a live
 * list stands still and the picture has played to its end, again and again, and old seconds would be seen as live.
 */
export function guardPosition(video: HTMLVideoElement, mayMove: (fromSec: number, toSec: number) => boolean): void {
  const own = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')
  const read = (): number => Number(own?.get?.call(video))
  Object.defineProperty(video, 'currentTime', {
    configurable: true,
    enumerable: true,
    get: read,
    set: (toSec: number) => {
      if (mayMove(read(), toSec)) own?.set?.call(video, toSec)
    },
  })
}
