import { useEffect, useState } from 'react'
import type { PlayerEngine } from '../engine/player-engine.ts'
import { SeekPicture } from '../engine/seek-picture.ts'

/** The element that shows the moment that is pointed at; undefined where nothing is, and where it cannot be had. */
export function useSeekPicture(engine: PlayerEngine, atSec: number | null): HTMLVideoElement | undefined {
  const [picture] = useState(() => new SeekPicture())
  const sample = atSec !== null && SeekPicture.isSupported ? engine.sampleAt(atSec) : undefined
  const { listUrl, capturedAtMs } = sample ?? {}
  useEffect(() => {
    if (sample) picture.show(sample)
    else picture.rest()
    // One moment is one wish, however often the bar is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [picture, listUrl, atSec, capturedAtMs])
  useEffect(() => () => picture.close(), [picture])
  return sample && picture.video
}
