import { createContext, useCallback, useContext, useEffect, useId, useState, type ReactNode } from 'react'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'

const DirtyContext = createContext<(block: string, isDirty: boolean) => void>(() => undefined)

/** One question before leaving for all the blocks of a page: a router can be held back by one only. */
export function DirtyBlocks({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<readonly string[]>([])
  const report = useCallback(
    (block: string, isDirty: boolean) =>
      setDirty((known) => (known.includes(block) === isDirty ? known : isDirty ? [...known, block] : known.filter((one) => one !== block))),
    [],
  )
  return (
    <DirtyContext value={report}>
      <UnsavedGuard when={dirty.length > 0} />
      {children}
    </DirtyContext>
  )
}

export function useDirtyBlock(isDirty: boolean): void {
  const report = useContext(DirtyContext)
  const block = useId()
  useEffect(() => {
    report(block, isDirty)
    return () => report(block, false)
  }, [report, block, isDirty])
}
