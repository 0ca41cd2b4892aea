import type { ModuleId } from '@e-events/shared/contract/config.ts'
import { Outlet } from 'react-router'
import { useModules } from '../../features/config/use-site-config.ts'
import { NotFoundPage } from '../routes/not-found.tsx'
import { Splash } from '../splash.tsx'

/** A page of a module that is off is not there; it comes and goes with the switch, without a reload. */
export function ModuleOnly({ module }: { module: ModuleId }) {
  const { isOn, isPending } = useModules()
  if (isPending) return <Splash />
  return isOn(module) ? <Outlet /> : <NotFoundPage />
}
