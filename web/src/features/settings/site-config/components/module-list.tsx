import { config, type ModuleId } from '@e-events/shared/contract/settings/config.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import Card from '@mui/material/Card'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { LoadFailure } from './load-failure.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

const modulesKey = queryKey(config.modules)

/**
 * One switch per module that there is something of to turn on and off, each saved by itself and followed by every menu
 * at once.
 */
export function ModuleList({ acting }: { acting: ReadonlySet<ModuleId> }) {
  const { t } = useTranslation('site-config')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const modules = useQuery({ queryKey: modulesKey, queryFn: ({ signal }) => api.call(config.modules, undefined, { signal }) })
  const turn = useMutation({
    mutationFn: ({ id, active }: { id: ModuleId; active: boolean }) => api.call(config.switchModule, { params: { id }, body: { active } }),
    onSuccess: (next, { id, active }) => {
      queries.setQueryData(modulesKey, next)
      snacks.success(t(active ? 'modules.on' : 'modules.off', { name: t(`module.${id}.label`) }), { key: `module-${id}` })
    },
    onError: (error, wanted) => showError(error, { key: `module-${wanted.id}`, retry: () => turn.mutate(wanted) }),
  })
  if (modules.isError && !modules.data)
    return <LoadFailure error={modules.error} isLoading={modules.isFetching} onRetry={() => void modules.refetch()} />
  if (!modules.data) return <SectionSkeleton rows={acting.size} />
  return (
    <Card sx={{ overflow: 'clip' }}>
      {modules.data.modules
        .filter(({ id }) => acting.has(id))
        .map(({ id, active }) => (
          <SwitchRow
            key={id}
            label={t(`module.${id}.label`)}
            note={t(`module.${id}.note`)}
            // Shows the asked state at once; a refusal shows the stored one again.
            checked={turn.isPending && turn.variables.id === id ? turn.variables.active : active}
            disabled={turn.isPending}
            onChange={(next) => turn.mutate({ id, active: next })}
          />
        ))}
    </Card>
  )
}
