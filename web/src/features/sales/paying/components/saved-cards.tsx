import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { savedCards } from '@e-events/shared/contract/sales/money/saved-cards.ts'
import CreditCardRounded from '@mui/icons-material/CreditCardRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useErrorSnack } from '../../../../components/feedback/use-error-snack.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useServices } from '../../../../lib/services.ts'

/** Cards of the account, each with a button that takes it away; nothing while there are none. */
export function SavedCards() {
  const { t } = useTranslation('paying')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const showError = useErrorSnack()
  const key = queryKey(savedCards.list)
  const cards = useQuery({ queryKey: key, queryFn: ({ signal }) => api.call(savedCards.list, undefined, { signal }) })
  const remove = useMutation({
    mutationFn: (id: string) => api.call(savedCards.remove, { params: { id } }),
    onSuccess: () => snacks.success(t('cards.removed'), { key: 'cards' }),
    onError: (error, id) => showError(error, { key: 'cards', failure: 'dataUpdate', retry: () => remove.mutate(id) }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  if (cards.isError && !cards.data)
    return (
      <FormSection title={t('cards.title')}>
        <ErrorNotice error={cards.error} title={t('cards.error')} onRetry={() => void cards.refetch()} retrying={cards.isFetching} />
      </FormSection>
    )
  const items = cards.data?.items ?? []
  if (items.length === 0) return null
  return (
    <FormSection title={t('cards.title')} note={t('cards.note')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
        {items.map(({ id, label }) => (
          <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.25 }}>
            <CreditCardRounded aria-hidden sx={{ color: 'text.secondary' }} />
            <Typography variant="subtitle2" component="span" className="tabular" sx={{ flex: 1, minWidth: 0 }}>
              {label}
            </Typography>
            <Button
              size="small"
              variant="text"
              aria-label={t('cards.removeOf', { label })}
              loading={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              {t('cards.remove')}
            </Button>
          </Box>
        ))}
      </Box>
    </FormSection>
  )
}
