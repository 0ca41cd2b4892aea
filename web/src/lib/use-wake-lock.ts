import { useEffect } from 'react'

/** Keeps the screen on while something plays and the page is seen. Browsers without the lock decide by themselves. */
export function useWakeLock(isPlaying: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>
    if (!isPlaying || !wakeLock) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    // A page that was hidden has lost its lock.
    const ask = () => {
      if (document.visibilityState !== 'visible') return
      wakeLock.request('screen').then(
        (given) => {
          lock = given
          if (isOver) void given.release()
        },
        () => undefined,
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isPlaying])
}
