import { lazy, Suspense } from 'react'
import { useSnackList } from '../../components/feedback/use-snacks.ts'
import { useWasEver } from '../../components/use-was-ever.ts'

const SnackbarHost = lazy(async () => ({ default: (await import('../../components/feedback/snackbar.tsx')).SnackbarHost }))

/** Most visits never see a message: what shows them comes with the first one and then stays. */
export function SnackbarGate() {
  const hasMessages = useSnackList().length > 0
  const wasNeeded = useWasEver(hasMessages)
  return wasNeeded ? (
    <Suspense>
      <SnackbarHost />
    </Suspense>
  ) : null
}
