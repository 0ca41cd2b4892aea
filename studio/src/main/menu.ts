import type { MenuItemConstructorOptions } from 'electron'

/**
 * Copy and paste, windows, quit. No reload and no developer tools in what organizers install: Ctrl+R would take a show
 * off the air.
 */
export function menuTemplate(platform: NodeJS.Platform, packaged: boolean): MenuItemConstructorOptions[] {
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu' },
    ...(packaged ? [] : [{ role: 'viewMenu' } as const]),
    { role: 'windowMenu' },
  ]
}
