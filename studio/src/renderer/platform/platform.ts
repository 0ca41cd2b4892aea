import type { Language } from '@e-events/shared/domain/language.ts'
import type { DisplaySource } from '../../ipc/contract.ts'

/** Where the studio runs, as far as its screens must know. Two implementations: Electron and a browser tab. */
export interface Platform {
  readonly kind: 'electron' | 'browser'
  /** Version of an installed studio; null in a browser, where the platform serves the newest. */
  readonly version: string | null
  /**
   * keystore: we hold the refresh token, in the system's key store. cookie: the browser does, out of reach of scripts.
   */
  readonly credentials: 'keystore' | 'cookie'
  readonly tokens: {
    load(): Promise<string | null>
    save(token: string): Promise<void>
    clear(): Promise<void>
  }
  readonly server: {
    /** Origin that signalling connects to; null before it was entered (Electron only). */
    origin(): Promise<string | null>
    /** Present where the organizer chooses it. @throws IpcError for an address that is refused */
    readonly choose: ((address: string) => Promise<void>) | null
    readonly forget: (() => Promise<void>) | null
  }
  readonly display: {
    /** Sources for our own dialog; null where the browser shows its own. */
    readonly list: (() => Promise<{ sources: DisplaySource[]; access: 'granted' | 'denied' | 'unknown' }>) | null
    choose(sourceId: string): Promise<void>
  }
  /** On air: the screen stays awake, and leaving asks first. */
  setOnAir(onAir: boolean, language: Language): Promise<void>
  openLink(url: string): Promise<void>
}
