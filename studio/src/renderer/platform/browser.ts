import type { Platform } from './platform.ts'

interface BrowserWorld {
  window: Window
  /** Screen Wake Lock; absent on plain http and in some browsers. */
  wakeLock: Pick<WakeLock, 'request'> | undefined
}

/** The studio in a tab of the platform's own origin. */
export function createBrowserPlatform(
  { window, wakeLock }: BrowserWorld = { window: globalThis.window, wakeLock: navigator.wakeLock },
): Platform {
  let onAir = false
  let lock: WakeLockSentinel | undefined
  const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
  const stayAwake = async (): Promise<void> => {
    // The browser lets go of the lock whenever the tab is hidden; it is asked for again when it is seen.
    if (!onAir || window.document.visibilityState !== 'visible') return
    lock = await wakeLock?.request('screen').catch(() => undefined)
  }
  const onVisible = () => void stayAwake()
  const noop = () => Promise.resolve()
  return {
    kind: 'browser',
    version: null,
    credentials: 'cookie',
    tokens: { load: () => Promise.resolve(null), save: noop, clear: noop },
    server: { origin: () => Promise.resolve(window.location.origin), choose: null, forget: null },
    display: { list: null, choose: noop },
    async setOnAir(next) {
      if (onAir === next) return
      onAir = next
      if (next) {
        window.addEventListener('beforeunload', askBeforeLeaving)
        window.document.addEventListener('visibilitychange', onVisible)
        await stayAwake()
      } else {
        window.removeEventListener('beforeunload', askBeforeLeaving)
        window.document.removeEventListener('visibilitychange', onVisible)
        await lock?.release().catch(() => undefined)
      }
    },
    openLink(url) {
      window.open(url, '_blank', 'noopener')
      return Promise.resolve()
    },
  }
}
