import { contextBridge, ipcRenderer } from 'electron'

// Runs sandboxed, before the page: the one member it adds carries names and plain values, nothing of Electron. Both
// ends parse.
const channel = 'studio'
const bridge = {
  invoke: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(channel, name, input),
}
contextBridge.exposeInMainWorld('studioBridge', bridge)
