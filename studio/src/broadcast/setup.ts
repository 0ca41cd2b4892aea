import { z } from 'zod'
import { languageSchema } from '@e-events/shared/domain/language.ts'
import { feedKindSchema } from '@e-events/shared/domain/states.ts'
import { limits } from '@e-events/shared/limits.ts'
import { presets } from '@e-events/shared/rtc/layers.ts'

/**
 * The organizer's desk for one product. It is saved with every change, so that a crash or a reload restores the same
 * desk and the same feed keys, which are the same feeds for viewers.
 */
export const feedSetupSchema = z.object({
  /** Stable name of the feed in every broadcast of this desk; the api answers the same feed id for it. */
  key: z.string().min(1).max(100),
  kind: feedKindSchema,
  label: z.string().max(limits.labelChars),
  language: languageSchema.nullable(),
  preset: z.enum(presets),
  /**
   * The feed of the show that this source goes on with, where it took another device's seat: its name there in place of
   * `key`.
   */
  seat: z.string().min(1).max(100).nullable().default(null),
  /**
   * Camera: the device asked for. Screen or window: the source in Electron, empty in a browser (its own dialog
   * decides).
   */
  deviceId: z.string(),
})
export type FeedSetup = z.infer<typeof feedSetupSchema>

export const stripSetupSchema = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(['microphone', 'feed']),
  label: z.string().max(limits.labelChars),
  /** microphone: the device. feed: the key of the feed whose own sound this is. */
  source: z.string(),
  gainDb: z.number().min(-60).max(12),
  muted: z.boolean(),
  /** Which feeds carry it: all, or one by key. */
  route: z.string(),
})
export type StripSetup = z.infer<typeof stripSetupSchema>
export const everyFeed = '*'

export const deskSetupSchema = z.object({
  version: z.literal(1),
  feeds: z.array(feedSetupSchema).max(limits.feedsPerBroadcast),
  strips: z.array(stripSetupSchema).max(16),
  masterDb: z.number().min(-60).max(12),
})
export type DeskSetup = z.infer<typeof deskSetupSchema>
export const emptySetup: DeskSetup = { version: 1, feeds: [], strips: [], masterDb: 0 }

/** Text storage of this device; localStorage fits. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const setupKey = (slug: string) => `e-events.studio.desk.${slug}`
const airKey = 'e-events.studio.on-air'
const deviceKey = 'e-events.studio.device'

/** A setup that cannot be read (older version, damaged) counts as none: the organizer adds the sources again. */
export function loadSetup(storage: TextStorage, slug: string): DeskSetup {
  const parsed = deskSetupSchema.safeParse(readJson(storage, setupKey(slug)))
  return parsed.success ? parsed.data : emptySetup
}

export function saveSetup(storage: TextStorage, slug: string, setup: DeskSetup): void {
  write(storage, setupKey(slug), JSON.stringify(setup))
}

const airMarkSchema = z.object({ slug: z.string(), atMs: z.number(), keys: z.array(z.string()) })
export type AirMark = z.infer<typeof airMarkSchema>

/** The desk that was on air when this window was last seen: a reload or crash goes straight back to it. */
export function loadAirMark(storage: TextStorage): AirMark | null {
  const parsed = airMarkSchema.safeParse(readJson(storage, airKey))
  return parsed.success ? parsed.data : null
}

export function saveAirMark(storage: TextStorage, mark: AirMark | null): void {
  if (mark) write(storage, airKey, JSON.stringify(mark))
  else storage.removeItem(airKey)
}

/**
 * The name of this device (this profile of the browser) towards the media server: what it sent before a reload is still
 * its own after it.
 */
export function loadDeviceId(storage: TextStorage, newId: () => string): string {
  const known = storage.getItem(deviceKey)
  if (known) return known
  const made = newId()
  write(storage, deviceKey, made)
  return made
}

function readJson(storage: TextStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(storage: TextStorage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    // Storage is full or refused: the desk still works, it only will not be remembered.
  }
}
