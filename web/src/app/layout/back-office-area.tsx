import { enterBackOffice } from '@e-events/shared/ui/theme/mode.ts'
import { useLayoutEffect } from 'react'
import { Outlet } from 'react-router'

/** Pages that look like the back office inside the store's frame: an account's own data. */
export function BackOfficeArea() {
  useLayoutEffect(() => enterBackOffice(), [])
  return <Outlet />
}
