import SendRounded from '@mui/icons-material/SendRounded'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { roles } from '@e-events/shared/domain/states.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { languageNames } from '../../../../config/language-names.ts'
import { contractResolver, fieldWords } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { everybody, type Audience, type Person } from '../audience.ts'
import { sentQuery } from '../queries.ts'
import { PersonPicker } from './person-picker.tsx'

const messageSchema = notifications.send.body.pick({ subject: true, content: true, promotional: true })
const empty = { subject: '', content: '', promotional: false }

/** A message and whom it goes to. How many that are is known before anything is sent, and asked about once more. */
export function SendForm() {
  const { t } = useTranslation('notifications')
  const { t: tp } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const [filter, setFilter] = useState<Omit<Audience, 'users'>>(everybody)
  const [people, setPeople] = useState<Person[]>([])
  const [isAsking, setAsking] = useState(false)
  const audience: Audience = people.length > 0 ? { ...everybody, users: people.map(({ id }) => id) } : { ...filter, users: [] }
  const countInput = { body: { audience } }
  const reach = useQuery({
    queryKey: queryKey(notifications.countAudience, countInput),
    queryFn: ({ signal }) => api.call(notifications.countAudience, countInput, { signal }),
    placeholderData: keepPreviousData,
  })
  const form = useForm({ resolver: contractResolver(messageSchema), mode: 'onTouched', defaultValues: empty })
  const { errors, isValid, isDirty } = form.formState
  const message = useWatch({ control: form.control })
  const send = useMutation({
    mutationFn: (body: typeof empty) => api.call(notifications.send, { body: { ...body, audience } }),
    onSuccess: async ({ recipients }) => {
      form.reset(empty)
      setPeople([])
      setAsking(false)
      snacks.success(t('send.done', { count: recipients }), { key: 'send' })
      await queries.invalidateQueries({ queryKey: sentQuery(api).queryKey })
    },
  })
  const recipients = reach.data?.recipients ?? 0
  const isKnown = reach.data !== undefined && !reach.isPlaceholderData
  const choice = (name: 'role' | 'language', options: readonly (readonly [string, string])[]) => (
    <TextField
      select
      label={t(`send.${name}`)}
      value={filter[name] ?? ''}
      disabled={send.isPending || people.length > 0}
      onChange={({ target }) => setFilter({ ...filter, [name]: target.value === '' ? null : target.value })}
      slotProps={{ select: { native: true } }}
    >
      <option value="">{t('send.any')}</option>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  )
  return (
    <Box component="form" noValidate onSubmit={(event) => void form.handleSubmit(() => setAsking(true))(event)}>
      <FormSection
        title={t('send.audience')}
        note={<Reach isKnown={isKnown} isError={reach.isError} recipients={recipients} onRetry={() => void reach.refetch()} />}
      >
        <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(3, minmax(0,1fr))' } }}>
          {choice(
            'role',
            roles.map((role) => [role, tp(`role.${role}`)]),
          )}
          {choice(
            'language',
            languages.map((language) => [language, languageNames[language]]),
          )}
          <CountryField
            label={t('send.country')}
            emptyLabel={t('send.any')}
            value={filter.country ?? ''}
            disabled={send.isPending || people.length > 0}
            onChange={({ target }) => setFilter({ ...filter, country: target.value === '' ? null : target.value })}
          />
          <Box sx={{ gridColumn: '1 / -1' }}>
            <PersonPicker people={people} disabled={send.isPending} onChange={setPeople} />
          </Box>
        </Box>
      </FormSection>
      <FormSection title={t('send.write')}>
        <Box sx={{ p: 2, display: 'grid', gap: 2 }}>
          <TextField
            required
            label={t('send.subject')}
            error={Boolean(errors.subject)}
            helperText={fieldWords(errors.subject, tc)}
            {...form.register('subject')}
          />
          <TextField
            required
            multiline
            minRows={4}
            maxRows={14}
            label={t('send.content')}
            error={Boolean(errors.content)}
            helperText={fieldWords(errors.content, tc)}
            {...form.register('content')}
          />
        </Box>
        <Controller
          control={form.control}
          name="promotional"
          render={({ field: { value, onChange } }) => (
            <Box sx={{ borderTop: 1, borderColor: 'border.subtle' }}>
              <SwitchRow label={t('send.promotional')} note={t('send.promotionalNote')} checked={value ?? false} onChange={onChange} />
            </Box>
          )}
        />
      </FormSection>
      <FormSection title={t('send.preview')}>
        <Preview subject={message.subject} content={message.content} />
      </FormSection>
      <Box sx={{ mt: 3, display: 'flex', justifyContent: 'flex-end' }}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          startIcon={<SendRounded />}
          disabled={!isValid || !isKnown || recipients === 0}
          loading={send.isPending}
          loadingPosition="start"
        >
          {t('send.submit')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={t('send.confirmTitle', { count: recipients })}
        confirmLabel={t('send.confirm')}
        busy={send.isPending}
        onConfirm={() => send.mutate(messageSchema.parse(form.getValues()))}
        onClose={() => {
          setAsking(false)
          send.reset()
        }}
      >
        {t('send.confirmText', { subject: message.subject ?? '' })}
        <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
          <FailureAlert error={send.error} failure="dataUpdate" />
        </Box>
      </ConfirmDialog>
      <UnsavedGuard when={isDirty && !send.isPending} />
    </Box>
  )
}

function Reach({ isKnown, isError, recipients, onRetry }: { isKnown: boolean; isError: boolean; recipients: number; onRetry: () => void }) {
  const { t } = useTranslation('notifications')
  return (
    <Box role="status" className="tabular" sx={{ fontWeight: 560, color: 'text.primary' }}>
      {isError ? t('send.reachError') : isKnown ? t('send.reach', { count: recipients }) : t('send.counting')}
      {isError && (
        <Button size="small" variant="text" onClick={onRetry} sx={{ ml: -1.5, display: 'block' }}>
          {t('send.recount')}
        </Button>
      )}
    </Box>
  )
}

/** As it stands in the list of the bell. */
function Preview({ subject = '', content = '' }: { subject: string | undefined; content: string | undefined }) {
  const { t } = useTranslation('notifications')
  return (
    <Card
      variant="outlined"
      sx={{ m: 2, p: 1.75, display: 'flex', gap: 1.25, maxWidth: 400, boxShadow: 'none', bgcolor: 'surface.sunken' }}
    >
      <Box aria-hidden sx={{ width: 8, height: 8, mt: '6px', borderRadius: '50%', flexShrink: 0, bgcolor: 'secondary.main' }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          {subject.trim() || t('send.previewSubject')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {content.trim() || t('send.previewContent')}
        </Typography>
      </Box>
    </Card>
  )
}
