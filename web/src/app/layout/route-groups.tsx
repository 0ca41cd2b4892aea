import type { ModuleId } from '@e-events/shared/contract/settings/config.ts'
import { enterBackOffice } from '@e-events/shared/ui/theme/mode.ts'
import { useLayoutEffect } from 'react'
import { generatePath, Navigate, Outlet, useParams } from 'react-router'
import { paths } from '../../config/paths.ts'
import { useModules } from '../../features/settings/config/use-site-config.ts'
import { useSession } from '../../lib/services.ts'
import { NotFoundPage } from '../routes/not-found.tsx'
import { Splash } from '../splash.tsx'
import { useHere } from './use-here.ts'

/**
 * The loader let an account in; should its session end while the page is open, the way leads through the login back to
 * here.
 */
export function AccountOnly() {
  const session = useSession()
  const here = useHere()
  if (session.status === 'anonymous') return <Navigate replace to={session.expired ? paths.login(here) : paths.home} />
  return <Outlet />
}

/** Pages that look like the back office inside the store's frame: an account's own data. */
export function BackOfficeArea() {
  useLayoutEffect(() => enterBackOffice(), [])
  return <Outlet />
}

interface ModuleOnlyProps {
  module: ModuleId
  /** A page that is there meanwhile. */
  instead?: string | undefined
}

/** A page of a module that is off is not there; it comes and goes with the switch, without a reload. */
export function ModuleOnly({ module, instead }: ModuleOnlyProps) {
  const { isOn, isPending } = useModules()
  const params = useParams()
  if (isPending) return <Splash />
  if (isOn(module)) return <Outlet />
  return <NotFoundPage {...(instead === undefined ? {} : { instead: generatePath(instead, params) })} />
}
