import path from 'node:path'
import { app, BrowserWindow, ipcMain, Menu, net, powerSaveBlocker, protocol, safeStorage, session, shell } from 'electron'
import { answerIpc, ipcChannel } from '../ipc/contract.ts'
import { createAirGuard } from './air-guard.ts'
import { setUpDisplayCapture } from './capture.ts'
import { createHandlers } from './handlers.ts'
import { createProtocolHandler } from './protocol.ts'
import { appScheme, isOurPage, mayUse } from './security.ts'
import { menuTemplate } from './menu.ts'
import { openSettings } from './settings.ts'
import { createTokenStore } from './tokens.ts'
import { createStudioWindow } from './window.ts'

const here = import.meta.dirname

// Before anything is ready: our scheme is a real, secure origin, and every renderer there will ever be is sandboxed.
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
])
app.enableSandbox()
// A covered window still broadcasts.
app.commandLine.appendSwitch('disable-renderer-backgrounding')
app.commandLine.appendSwitch('disable-background-timer-throttling')

if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(start)
} else {
  app.quit()
}

async function start(): Promise<void> {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)))
  const folder = app.getPath('userData')
  const settings = await openSettings(folder)
  const tokens = createTokenStore(safeStorage, folder)
  const air = createAirGuard(powerSaveBlocker)
  const own = session.defaultSession
  const display = setUpDisplayCapture(own)
  own.protocol.handle(
    appScheme,
    createProtocolHandler({
      rendererDir: path.join(here, '../renderer'),
      serverAddress: () => settings.get().serverAddress,
      fetch: (url, init) => net.fetch(url, init),
    }),
  )
  own.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => answer(mayUse(permission, requestingUrl)))
  own.setPermissionCheckHandler((_contents, permission, requestingOrigin) => mayUse(permission, requestingOrigin))
  own.setDevicePermissionHandler(() => false)

  const open = () =>
    createStudioWindow({
      preload: path.join(here, '../preload/index.cjs'),
      settings,
      air,
      log: (message) => void process.stderr.write(`${new Date().toISOString()} ${message}\n`),
    })
  const handlers = createHandlers({
    tokens,
    settings,
    display,
    air,
    openExternal: (url) => shell.openExternal(url),
    reload: () => BrowserWindow.getAllWindows().forEach((window) => window.webContents.reload()),
  })
  ipcMain.handle(ipcChannel, (event, name: unknown, input: unknown) => {
    const frame = event.senderFrame
    const trusted = frame !== null && frame.parent === null && isOurPage(frame.url)
    return answerIpc({ trusted, name, input }, handlers)
  })

  open()
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) return
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}
