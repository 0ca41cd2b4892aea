// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { menuTemplate } from './menu.ts'
import { contentSecurityPolicy, hardenedPreferences, isOurPage, isSafeExternal, mayUse } from './security.ts'

describe('the window', () => {
  it('gives its page nothing of Node and keeps every wall up', () => {
    expect(hardenedPreferences('/p.cjs')).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    })
  })

  it.each([
    'https://studio/',
    'file:///index.html',
    'app://other/',
    'app://studio.evil.example/',
    'app://studio/api/docs',
    'app://studio/media/x/index.html',
    'app://studio/index.html/../api/docs',
    'about:blank',
    'data:text/html,x',
    'not a url',
  ])('%s is not our page', (url) => {
    expect(isOurPage(url)).toBe(false)
    for (const permission of ['media', 'display-capture']) expect(mayUse(permission, url)).toBe(false)
  })

  it('our page may use cameras and screens, and nothing else', () => {
    expect(isOurPage('app://studio/#/desk/show')).toBe(true)
    expect(mayUse('media', 'app://studio/')).toBe(true)
    expect(mayUse('display-capture', 'app://studio/')).toBe(true)
    for (const permission of ['geolocation', 'notifications', 'clipboard-read', 'usb', 'serial', 'hid', 'midi', 'fileSystem', 'unknown'])
      expect(mayUse(permission, 'app://studio/')).toBe(false)
  })

  it.each(['http://example.org', 'file:///bin/sh', 'javascript:alert(1)', 'smb://host/share', 'https://user:pw@example.org'])(
    'does not hand %s to the system',
    (url) => {
      expect(isSafeExternal(url)).toBe(false)
    },
  )

  it('hands https links to the system', () => {
    expect(isSafeExternal('https://events.example.org/products/show')).toBe(true)
  })
})

describe('the menu', () => {
  it('of an installed studio can neither reload the page nor open developer tools', () => {
    const roles = (platform: NodeJS.Platform) => menuTemplate(platform, true).map((item) => item.role)
    expect(roles('linux')).toEqual(['editMenu', 'windowMenu'])
    expect(roles('darwin')).toEqual(['appMenu', 'editMenu', 'windowMenu'])
    for (const item of menuTemplate('win32', true)) expect(item.submenu).toBeUndefined()
  })
})

describe('the policy of the page', () => {
  it('starts from nothing and lets only our files and the platform in', () => {
    const policy = contentSecurityPolicy('abc', 'https://events.example.org')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self' 'nonce-abc'")
    expect(policy).toContain("connect-src 'self' wss://events.example.org")
    expect(policy).not.toContain("'unsafe-eval'")
    expect(policy).not.toMatch(/(script|style)-src [^;]*'unsafe-inline'/)
    expect(policy).not.toContain('*')
  })

  it('knows no platform before one was entered', () => {
    expect(contentSecurityPolicy('abc', null)).toContain("connect-src 'self';")
  })
})
