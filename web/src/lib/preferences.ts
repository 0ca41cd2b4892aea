import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { platformZone, viewerZone } from '@e-events/shared/ui/format.ts'

export const timeZoneStorageKey = 'e-events.timezone'
export const currencyStorageKey = 'e-events.currency'
export const defaultCurrency = 'EUR'
/** Defaults of an account without a choice: the browser then decides. */
const unchosenZone = 'GMT'

/** Which of these the site lets people choose (`config`). */
export interface AllowedChoices {
  timezones: boolean
  currencies: boolean
}

interface Choices {
  timeZone: string | null
  currency: string | null
  allowed: AllowedChoices
}

export interface Preferences {
  get: () => Choices
  subscribe: (listener: () => void) => () => void
  /**
   * The account's zone, else the one picked on this device, else the browser's, else GMT; Central European where the
   * site offers no choice.
   */
  timeZone: () => string
  currency: () => string
  /** Remembered on this device; the caller tells the account. */
  chooseTimeZone: (zone: string) => void
  chooseCurrency: (currency: string) => void
  allow: (allowed: AllowedChoices) => void
}

export function createPreferences({ account }: { account: () => SessionUser | undefined }): Preferences {
  let choices: Choices = {
    timeZone: knownZone(read(timeZoneStorageKey)),
    currency: /^[A-Z]{3}$/.exec(read(currencyStorageKey) ?? '')?.[0] ?? null,
    allowed: { timezones: true, currencies: false },
  }
  const listeners = new Set<() => void>()
  const change = (next: Partial<Choices>) => {
    choices = { ...choices, ...next }
    for (const listener of listeners) listener()
  }
  return {
    get: () => choices,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    timeZone() {
      if (!choices.allowed.timezones) return platformZone
      const ofAccount = account()?.timezone
      return pickZone([ofAccount === unchosenZone ? null : ofAccount, choices.timeZone, browserZone()])
    },
    currency: () => (choices.allowed.currencies ? (choices.currency ?? defaultCurrency) : defaultCurrency),
    chooseTimeZone(zone) {
      write(timeZoneStorageKey, zone)
      change({ timeZone: knownZone(zone) })
    },
    chooseCurrency(currency) {
      write(currencyStorageKey, currency)
      change({ currency })
    },
    allow(allowed) {
      const { timezones, currencies } = choices.allowed
      if (allowed.timezones !== timezones || allowed.currencies !== currencies) change({ allowed })
    },
  }
}

/** The first that is a zone at all, else GMT. */
export function pickZone(candidates: readonly (string | null | undefined)[]): string {
  return candidates.map((zone) => knownZone(zone)).find((zone) => zone !== null) ?? 'GMT'
}

/** Asked at every date on a page: making a format for it is the dear part. */
const asked = new Map<string, string | null>()

function knownZone(zone: string | null | undefined): string | null {
  if (!zone) return null
  const known = asked.get(zone)
  if (known !== undefined) return known
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format()
    asked.set(zone, zone)
  } catch {
    asked.set(zone, null)
  }
  return asked.get(zone) ?? null
}

function browserZone(): string | null {
  try {
    return viewerZone()
  } catch {
    return null
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The choice then lasts as long as the page.
  }
}
