import { useSyncExternalStore } from 'react'
import { z } from 'zod'

/** Purposes that need consent. Necessary storage is not asked for. */
export const consentPurposes = ['analytics'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** A new purpose, or a new meaning of one, raises it: everybody is then asked again. */
export const consentVersion = 1
export const consentStorageKey = 'e-events.consent'

const choiceSchema = z.object({
  version: z.literal(consentVersion),
  /** When it was given, to the second. */
  at: z.iso.datetime(),
  analytics: z.boolean(),
})
export type ConsentChoice = z.infer<typeof choiceSchema>

export interface ConsentState {
  /** Undefined until somebody has chosen. */
  choice: ConsentChoice | undefined
  /** The settings were asked for. */
  settingsOpen: boolean
}

let state: ConsentState = { choice: stored(), settingsOpen: false }
const listeners = new Set<() => void>()

/** The only question that code which needs a yes has to ask. */
export function consentGiven(purpose: ConsentPurpose): boolean {
  return state.choice?.[purpose] ?? false
}

export function giveConsent(purposes: Record<ConsentPurpose, boolean>): void {
  const choice: ConsentChoice = { version: consentVersion, at: new Date().toISOString(), ...purposes }
  try {
    localStorage.setItem(consentStorageKey, JSON.stringify(choice))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show({ choice, settingsOpen: false })
}

export function openConsentSettings(): void {
  show({ ...state, settingsOpen: true })
}

export function closeConsentSettings(): void {
  show({ ...state, settingsOpen: false })
}

export function useConsent(): ConsentState {
  return useSyncExternalStore(subscribeConsent, () => state)
}

export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads what another tab, or a test, has put there. */
export function reloadConsent(): void {
  show({ choice: stored(), settingsOpen: false })
}

function show(next: ConsentState): void {
  state = next
  for (const listener of listeners) listener()
}

/** A choice of another version, or none that we wrote, is no choice. */
function stored(): ConsentChoice | undefined {
  try {
    const parsed = choiceSchema.safeParse(JSON.parse(localStorage.getItem(consentStorageKey) ?? 'null'))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
