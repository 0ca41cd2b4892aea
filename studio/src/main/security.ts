import type { WebPreferences } from 'electron'

/** The page lives at its own origin: no file:// powers, and a real origin for permissions and storage. */
export const appScheme = 'app'
export const appHost = 'studio'
export const appOrigin = `${appScheme}://${appHost}`

/** Privileges that a page in our window never gets. A test asserts every entry. */
export function hardenedPreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    safeDialogs: true,
    // A resumed show must have sound without a click, and a covered window must keep its meters and timers.
    autoplayPolicy: 'no-user-gesture-required',
    backgroundThrottling: false,
  }
}

export function isOurPage(url: string): boolean {
  const parsed = URL.parse(url)
  // The page's own path: what the platform answers below /api/ comes from elsewhere and gets nothing of the bridge.
  return (
    parsed !== null && parsed.protocol === `${appScheme}:` && parsed.host === appHost && ['', '/', '/index.html'].includes(parsed.pathname)
  )
}

/** Links leave for the system's browser, and only over https. */
export function isSafeExternal(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.protocol === 'https:' && parsed.username === '' && parsed.password === ''
}

/** Camera, microphone, screen and staying awake, for our own page only. */
const allowedPermissions: ReadonlySet<string> = new Set(['media', 'display-capture', 'screen-wake-lock', 'speaker-selection'])

export function mayUse(permission: string, requestingUrl: string): boolean {
  return allowedPermissions.has(permission) && isOurPage(requestingUrl)
}

/**
 * The page's policy. Signalling goes straight to the platform's WebSocket; everything else passes through app://
 * itself.
 */
export function contentSecurityPolicy(nonce: string, serverAddress: string | null): string {
  const sockets = serverAddress === null ? [] : [serverAddress.replace(/^http/, 'ws')]
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob: mediastream:",
    `connect-src ${["'self'", ...sockets].join(' ')}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
