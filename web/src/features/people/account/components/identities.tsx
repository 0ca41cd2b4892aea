import { account } from '@e-events/shared/contract/people/account.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useViewerZone } from '../../../../lib/services.ts'
import { identitiesQuery } from '../queries.ts'
import { useAccountAction } from '../use-my-data.ts'

/** Nothing where no other service logs in here: most sites offer none. */
export function Identities() {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const zone = useViewerZone()
  const { api, queries } = useServices()
  const identities = useQuery(identitiesQuery(api))
  const remove = useAccountAction(
    async (id: string) => {
      await api.call(account.unlinkIdentity, { params: { id } })
      await queries.invalidateQueries({ queryKey: identitiesQuery(api).queryKey })
    },
    { key: 'identities', done: t('identities.removed') },
  )
  const items = identities.data?.items ?? []
  const failed = identities.isError && !identities.data
  if (items.length === 0 && !failed) return null
  return (
    <FormSection title={t('identities.title')} note={t('identities.note')}>
      {failed && (
        <ErrorNotice
          error={identities.error}
          title={t('identities.error')}
          onRetry={() => void identities.refetch()}
          retrying={identities.isFetching}
        />
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
        {items.map(({ id, label, email, linkedAt }) => (
          <Box key={id} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.25 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography variant="subtitle2" component="span">
                {label}
              </Typography>
              <Typography variant="caption" component="p" className="tabular" sx={{ m: 0, color: 'text.secondary' }}>
                {[email, t('identities.linked', { when: date(linkedAt, 'day', language, zone) })].filter(Boolean).join(' · ')}
              </Typography>
            </Box>
            <Button
              size="small"
              variant="text"
              loading={remove.isPending && remove.variables === id}
              aria-label={t('identities.removeOf', { name: label })}
              onClick={() => remove.mutate(id)}
            >
              {t('identities.remove')}
            </Button>
          </Box>
        ))}
      </Box>
    </FormSection>
  )
}
