import { bridgeName, type StudioBridge } from '../../ipc/contract.ts'
import { createBrowserPlatform } from './browser.ts'
import { createElectronPlatform } from './electron.ts'
import type { Platform } from './platform.ts'

/** The preload's bridge is what makes the difference. */
export function detectPlatform(world: Window = window): Platform {
  // Put there by the preload, which no type of the window knows.
  const bridge = (world as unknown as Record<string, StudioBridge | undefined>)[bridgeName]
  return bridge ? createElectronPlatform(bridge) : createBrowserPlatform()
}
