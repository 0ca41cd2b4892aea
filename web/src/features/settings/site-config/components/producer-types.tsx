import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { productAdmin } from '@e-events/shared/contract/catalogue/product-admin.ts'
import { isOfEveryOrganizer } from '@e-events/shared/domain/product-rules.ts'
import { productTypes, type ProductType } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { LoadFailure } from './load-failure.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

const typesKey = queryKey(productAdmin.types)

/** Types that organizers may make. Their forms follow a change at once; existing products stay. */
export function ProducerTypes() {
  const { t } = useTranslation('site-config')
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 4 }}>
      <Typography variant="h3" component="h2" id={id}>
        {t('productTypes.title')}
      </Typography>
      <Typography variant="body2" sx={{ mt: 0.5, mb: 1.5, color: 'text.secondary' }}>
        {t('productTypes.lead')}
      </Typography>
      <TypeSwitches />
    </Box>
  )
}

function TypeSwitches() {
  const { t } = useTranslation('site-config')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const types = useQuery({ queryKey: typesKey, queryFn: ({ signal }) => api.call(productAdmin.types, undefined, { signal }) })
  const turn = useMutation({
    mutationFn: async ({ type, open }: { type: ProductType; open: boolean }) => {
      // On top of what is stored now, which another administrator may have changed a moment ago.
      const { producer } = await api.call(productAdmin.types)
      return api.call(productAdmin.setTypes, {
        body: { producer: open ? [...new Set([...producer, type])] : producer.filter((one) => one !== type) },
      })
    },
    onSuccess: (next, { type, open }) => {
      queries.setQueryData(typesKey, next)
      snacks.success(t(open ? 'productTypes.on' : 'productTypes.off', { name: tc(`type.${type}`) }), { key: `type-${type}` })
    },
    onError: (error, wanted) => showError(error, { key: `type-${wanted.type}`, retry: () => turn.mutate(wanted) }),
  })
  if (types.isError && !types.data)
    return <LoadFailure error={types.error} isLoading={types.isFetching} onRetry={() => void types.refetch()} />
  if (!types.data) return <SectionSkeleton rows={productTypes.length} />
  const { producer } = types.data
  return (
    <Card sx={{ overflow: 'clip' }}>
      {productTypes.map((type) => {
        const isAlways = isOfEveryOrganizer(type)
        return (
          <SwitchRow
            key={type}
            label={tc(`type.${type}`)}
            note={isOfEveryOrganizer(type) ? t('productTypes.always') : t(`productType.${type}`)}
            // The requested state is shown at once; a refusal shows the stored state again.
            checked={isAlways || (turn.isPending && turn.variables.type === type ? turn.variables.open : producer.includes(type))}
            disabled={isAlways || turn.isPending}
            onChange={(open) => turn.mutate({ type, open })}
          />
        )
      })}
    </Card>
  )
}
