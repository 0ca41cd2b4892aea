import type { ModuleId } from '@e-events/shared/contract/settings/config.ts'
import { generatePath, Navigate, Outlet, useParams } from 'react-router'
import { useModules } from '../../features/settings/config/use-site-config.ts'
import { NotFoundPage } from '../routes/not-found.tsx'
import { Splash } from '../splash.tsx'

interface ModuleOnlyProps {
  module: ModuleId
  /** Where its address leads meanwhile. */
  instead?: string | undefined
}

/** A page of a module that is off is not there; it comes and goes with the switch, without a reload. */
export function ModuleOnly({ module, instead }: ModuleOnlyProps) {
  const { isOn, isPending } = useModules()
  const params = useParams()
  if (isPending) return <Splash />
  if (isOn(module)) return <Outlet />
  return instead === undefined ? <NotFoundPage /> : <Navigate to={generatePath(instead, params)} replace />
}
