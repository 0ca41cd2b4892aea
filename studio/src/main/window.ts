import { BrowserWindow, dialog, shell } from 'electron'
import { appOrigin, hardenedPreferences, isOurPage, isSafeExternal } from './security.ts'
import type { SettingsFile } from './settings.ts'
import { mainWords } from './words.ts'
import type { AirGuard } from './air-guard.ts'

interface WindowDeps {
  preload: string
  settings: SettingsFile
  air: AirGuard
  log(message: string): void
}

/** A renderer that dies is loaded again at once: its first act is to go back on air. Not in a loop, though. */
const reloadsPerMinute = 3

export function createStudioWindow({ preload, settings, air, log }: WindowDeps): BrowserWindow {
  const { bounds } = settings.get()
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    ...bounds,
    minWidth: 390,
    minHeight: 480,
    show: false,
    backgroundColor: '#0b0b0e',
    title: 'e-events studio',
    autoHideMenuBar: true,
    webPreferences: hardenedPreferences(preload),
  })
  const { webContents } = window
  window.once('ready-to-show', () => window.show())
  webContents.setWindowOpenHandler(({ url }) => {
    if (isSafeExternal(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', (event, url) => {
    if (!isOurPage(url)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())

  const reloads: number[] = []
  webContents.on('render-process-gone', (_event, { reason }) => {
    log(`renderer gone: ${reason}`)
    const now = Date.now()
    while (reloads[0] !== undefined && now - reloads[0] > 60_000) reloads.shift()
    if (reason === 'clean-exit' || reloads.length >= reloadsPerMinute) return
    reloads.push(now)
    webContents.reload()
  })
  webContents.on('unresponsive', () => log('renderer does not answer'))

  // On air the page asks before it goes (beforeunload); here the question is put in words.
  window.on('close', (event) => {
    void settings.save({ bounds: window.getNormalBounds() }).catch(() => undefined)
    if (!air.onAir) return
    const words = mainWords(air.language)
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: words.closeTitle,
      detail: words.closeText,
      buttons: [words.stay, words.close],
      defaultId: 0,
      cancelId: 0,
    })
    if (choice === 0) event.preventDefault()
  })
  void window.loadURL(`${appOrigin}/`)
  return window
}
