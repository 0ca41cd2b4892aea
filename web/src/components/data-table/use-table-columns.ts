import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useState } from 'react'
import type { TableColumn } from './table-types.ts'

interface Choosable {
  id: string
  fixed?: boolean | undefined
  showFrom?: TableColumn<unknown>['showFrom'] | undefined
}

/** Which columns a table shows: as many as fit, until somebody chooses on this device. */
export function useTableColumns(tableId: string, columns: readonly Choosable[]) {
  const storageKey = `e-events.table.${tableId}`
  const isSm = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'))
  const isMd = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'))
  const isLg = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'))
  const [chosen, setChosen] = useState(() => readChoice(storageKey))
  const fits = { xs: true, sm: isSm, md: isMd, lg: isLg, never: false }
  const shown = new Set(
    columns.filter(({ id, fixed, showFrom }) => fixed || (chosen ? chosen.includes(id) : fits[showFrom ?? 'xs'])).map(({ id }) => id),
  )
  return {
    shown,
    isChosen: chosen !== undefined,
    toggle(id: string) {
      const next = columns.filter((column) => (column.id === id ? !shown.has(id) : shown.has(column.id))).map((column) => column.id)
      setChosen(next)
      remember(storageKey, JSON.stringify(next))
    },
    reset() {
      setChosen(undefined)
      remember(storageKey, null)
    },
  }
}
export type ShownColumns = ReturnType<typeof useTableColumns>

function readChoice(key: string): readonly string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}

function remember(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The choice then lasts as long as the page.
  }
}
