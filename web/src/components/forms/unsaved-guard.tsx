import { useEffect, useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'

interface UnsavedGuardProps {
  /** There is something that would be lost. */
  when: boolean
}

/** A router knows one blocker, a page may have several forms: the first one that has something to lose asks for all. */
let asking: readonly string[] = []
const listeners = new Set<() => void>()
function change(next: readonly string[]) {
  asking = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Asks before a route change, and lets the browser ask before the tab is closed. A filter in the address is no leaving.
 */
export function UnsavedGuard({ when }: UnsavedGuardProps) {
  const id = useId()
  const first = useSyncExternalStore(subscribe, () => asking[0])
  useEffect(() => {
    if (!when) return undefined
    change([...asking, id])
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    globalThis.addEventListener('beforeunload', ask)
    return () => {
      change(asking.filter((other) => other !== id))
      globalThis.removeEventListener('beforeunload', ask)
    }
  }, [when, id])
  return first === id ? <Asking /> : null
}

function Asking() {
  const { t } = useTranslation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname)
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('unsaved.text')}
    </ConfirmDialog>
  )
}
