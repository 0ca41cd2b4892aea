import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useState } from 'react'

/** The name is always there; these come and go. */
export const columnIds = ['email', 'roles', 'country', 'language', 'createdAt', 'lastLoginAt', 'newsletter', 'external', 'state'] as const
export type ColumnId = (typeof columnIds)[number]

const storageKey = 'e-events.people-columns'
const byDefault = {
  phone: ['state'],
  tablet: ['email', 'roles', 'createdAt', 'state'],
  desk: ['email', 'roles', 'country', 'createdAt', 'state'],
} as const satisfies Record<string, readonly ColumnId[]>

/** Chosen once for this device; before that, as many as fit. */
export function useColumns({ isNarrow }: { isNarrow: boolean }) {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const isTablet = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'))
  const [chosen, setChosen] = useState(readChoice)
  const columns: readonly ColumnId[] = chosen ?? byDefault[isPhone ? 'phone' : isTablet || isNarrow ? 'tablet' : 'desk']
  return {
    columns,
    isChosen: chosen !== undefined,
    toggle(id: ColumnId) {
      const next = columnIds.filter((column) => (column === id ? !columns.includes(column) : columns.includes(column)))
      setChosen(next)
      remember(JSON.stringify(next))
    },
    reset() {
      setChosen(undefined)
      remember(null)
    },
  }
}

function readChoice(): readonly ColumnId[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return Array.isArray(stored) ? columnIds.filter((id) => stored.includes(id)) : undefined
  } catch {
    return undefined
  }
}

function remember(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, text)
  } catch {
    // The choice then lasts as long as the page.
  }
}
