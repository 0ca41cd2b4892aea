import { createIpcClient, type StudioBridge } from '../../ipc/contract.ts'
import manifest from '../../../package.json' with { type: 'json' }
import type { Platform } from './platform.ts'

/** The studio as an application: keys, screens and windows come from the main process through one parsed channel. */
export function createElectronPlatform(bridge: StudioBridge): Platform {
  const invoke = createIpcClient(bridge)
  return {
    kind: 'electron',
    version: manifest.version,
    credentials: 'keystore',
    tokens: {
      load: async () => (await invoke('token.load', {})).token,
      save: async (token) => void (await invoke('token.save', { token })),
      clear: async () => void (await invoke('token.clear', {})),
    },
    server: {
      origin: async () => (await invoke('server.get', {})).address,
      choose: async (address) => void (await invoke('server.set', { address })),
      forget: async () => void (await invoke('server.forget', {})),
    },
    display: {
      list: () => invoke('display.list', {}),
      choose: async (sourceId) => void (await invoke('display.choose', { sourceId })),
    },
    setOnAir: async (onAir, language) => void (await invoke('air.set', { onAir, language })),
    openLink: async (url) => void (await invoke('link.open', { url })),
  }
}
