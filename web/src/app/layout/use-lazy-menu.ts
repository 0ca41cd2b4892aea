import { startTransition, useState, type MouseEvent } from 'react'
import { useWasEver } from '../../components/use-was-ever.ts'

/**
 * State of a menu whose list is loaded with its first opening. It opens in a transition, inside of a boundary that
 * stands from the beginning: a boundary that shows its fallback first is not revealed for 300 ms.
 */
export function useLazyMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return {
    anchor,
    wasOpened: useWasEver(anchor !== null),
    open: ({ currentTarget }: MouseEvent<HTMLElement>) => startTransition(() => setAnchor(currentTarget)),
    close: () => setAnchor(null),
  }
}
