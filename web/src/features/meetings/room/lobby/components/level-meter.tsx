import { createLevelReader, type LevelReader } from '@e-events/shared/rtc/meeting/level.ts'
import { Meter } from '@e-events/shared/ui/meter.tsx'
import { useCallback, useEffect, useRef } from 'react'

/** How loud a microphone is now. */
export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const reader = useRef<LevelReader | null>(null)
  useEffect(() => {
    const opened = createLevelReader(track)
    reader.current = opened
    return () => {
      reader.current = null
      opened.close()
    }
  }, [track])
  const readLevels = useCallback(() => {
    const db = reader.current?.readDb() ?? Number.NEGATIVE_INFINITY
    return [db, db] as const
  }, [])
  return <Meter readLevels={readLevels} horizontal />
}
