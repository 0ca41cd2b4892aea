import type { Clock } from '@e-events/shared/client/clock.ts'
import type { TransportState } from './rtc.ts'

/**
 * After a transport says 'disconnected' it often heals by itself; then ICE gets a restart, then everything is made
 * anew.
 */
export const patienceMs = { disconnected: 2_500, iceRestart: 8_000 }

interface PatienceDeps {
  clock: Clock
  onHealed(): void
  /** Packets have not got through for a while: it is said, and another way is looked for. */
  onTrouble(): void
  restartIce(): Promise<void>
  /** Nothing helped. */
  onGone(): void
}

/** How long a transport without packets is waited for, and what is tried meanwhile. */
export function createPatience({ clock, onHealed, onTrouble, restartIce, onGone }: PatienceDeps) {
  let cancel = () => {}
  async function restart(matters: () => boolean) {
    if (!matters()) return
    onTrouble()
    cancel = clock.after(patienceMs.iceRestart, () => matters() && onGone())
    try {
      await restartIce()
    } catch {
      if (matters()) onGone()
    }
  }
  return {
    stop: () => cancel(),
    /** `matters` says whether the transport's connection is still the one in use. */
    watch(state: TransportState, matters: () => boolean) {
      if (state === 'connected') {
        cancel()
        onHealed()
      } else if (state === 'disconnected' || state === 'failed') {
        cancel()
        cancel = clock.after(state === 'failed' ? 0 : patienceMs.disconnected, () => void restart(matters))
      }
    },
  }
}
