import type { ParseKeys } from 'i18next'
import { useSyncExternalStore } from 'react'

/**
 * Words as they are, or the id of a text of the shell: it is put into words when it is shown, in the language of that
 * moment.
 */
export type SnackMessage = string | { id: ParseKeys }

/** One message to the user, from its first moment until it has left the screen. */
export interface Snack {
  key: string
  message: SnackMessage
  options: { variant: 'success' | 'warning' | 'error'; action?: { label: string; onClick: () => void } }
  /** On its way out. */
  dismissed: boolean
}

export interface SnackOptions {
  /** A message with the same key replaces the one on screen. */
  key?: string
  action?: Snack['options']['action']
}

export interface Snacks {
  success: (message: SnackMessage, options?: SnackOptions) => void
  warning: (message: SnackMessage, options?: SnackOptions) => void
  error: (message: SnackMessage, options?: SnackOptions) => void
  /** Without a key: all of them. */
  dismiss: (key?: string) => void
}

let list: readonly Snack[] = []
let counter = 0
const listeners = new Set<() => void>()

/** Messages wait here, so that the code that shows them is fetched with the first one. */
export const snackStore = {
  get: () => list,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  enqueue(variant: Snack['options']['variant'], message: SnackMessage, { key = `snack-${++counter}`, action }: SnackOptions = {}) {
    const options = { variant, ...(action ? { action } : {}) }
    set([...list.filter((snack) => snack.key !== key), { key, message, options, dismissed: false }])
  },
  dismiss(key?: string) {
    const isMeant = (snack: Snack) => !snack.dismissed && (key === undefined || snack.key === key)
    if (list.some(isMeant)) set(list.map((snack) => (isMeant(snack) ? { ...snack, dismissed: true } : snack)))
  },
  remove(key: string) {
    if (list.some((snack) => snack.key === key)) set(list.filter((snack) => snack.key !== key))
  },
}

const snacks: Snacks = {
  success: (message, options) => snackStore.enqueue('success', message, options),
  warning: (message, options) => snackStore.enqueue('warning', message, options),
  error: (message, options) => snackStore.enqueue('error', message, options),
  dismiss: (key) => snackStore.dismiss(key),
}

/** Shows messages top-left: they hide after ten seconds, errors stay until they are dismissed. */
export function useSnacks(): Snacks {
  return snacks
}

export function useSnackList(): readonly Snack[] {
  return useSyncExternalStore(snackStore.subscribe, snackStore.get)
}

function set(next: readonly Snack[]): void {
  list = next
  for (const listener of listeners) listener()
}
