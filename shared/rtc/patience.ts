import type { Clock } from '@e-events/shared/client/clock.ts'
import type { TransportState } from './rtc.ts'

/**
 * A transport that is 'disconnected' often recovers by itself; then ICE gets a restart, then everything is made
 * anew.
 */
export const patienceMs = { disconnected: 2_500, iceRestart: 8_000 }

interface PatienceDeps {
  clock: Clock
  onHealed(): void
  /** Called when packets have not got through for a while; a restart of ICE follows. */
  onTrouble(): void
  restartIce(): Promise<void>
  /** Called when nothing helped. */
  onGone(): void
}

/** Waits for a transport without packets to recover and restarts ICE meanwhile. */
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
    /** `matters` returns whether the transport's connection is still the one in use. */
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
