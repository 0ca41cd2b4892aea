import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useServices } from '../../lib/services.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Few visits change what asks for the password again: the dialog comes with the first of them. */
export function StepUpGate() {
  const { stepUp } = useServices()
  const isOpen = useSyncExternalStore(stepUp.subscribe, stepUp.isOpen)
  return isOpen ? (
    <Suspense>
      <StepUpDialog onDone={stepUp.settle} />
    </Suspense>
  ) : null
}
