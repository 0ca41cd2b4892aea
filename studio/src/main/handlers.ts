import type { IpcHandlers } from '../ipc/contract.ts'
import type { AirGuard } from './air-guard.ts'
import type { DisplayChoice } from './capture.ts'
import type { SettingsFile } from './settings.ts'
import type { TokenStore } from './tokens.ts'

export interface HandlerDeps {
  tokens: TokenStore
  settings: SettingsFile
  display: DisplayChoice
  air: AirGuard
  openExternal(url: string): Promise<void>
  /** The page's policy names the server: a new address needs a new page. */
  reload(): void
}

/** Handlers of the contract's calls. Inputs arrive parsed. */
export function createHandlers({ tokens, settings, display, air, openExternal, reload }: HandlerDeps): IpcHandlers {
  return {
    'token.load': async () => ({ token: await tokens.load() }),
    'token.save': ({ token }) => tokens.save(token),
    'token.clear': async () => {
      await tokens.clear()
      return {}
    },
    'server.get': () => ({ address: settings.get().serverAddress }),
    'server.set': async ({ address }) => {
      // A token belongs to the server that gave it and must not be shown to another one.
      if (address !== settings.get().serverAddress) await tokens.clear()
      await settings.save({ serverAddress: new URL(address).origin })
      reload()
      return {}
    },
    'server.forget': async () => {
      await tokens.clear()
      await settings.save({ serverAddress: null })
      reload()
      return {}
    },
    'display.list': () => display.list(),
    'display.choose': ({ sourceId }) => {
      display.choose(sourceId)
      return {}
    },
    'air.set': ({ onAir, language }) => {
      air.set(onAir, language)
      return {}
    },
    'link.open': async ({ url }) => {
      await openExternal(url)
      return {}
    },
  }
}
