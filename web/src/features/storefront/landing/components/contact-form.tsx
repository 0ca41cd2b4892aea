import { contactMessageSchema, contactTopics, site } from '@e-events/shared/contract/settings/site.ts'
import { limits } from '@e-events/shared/limits.ts'
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Link from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'

const empty = { topic: 'organizing', name: '', email: '', company: '', message: '', consent: false }
const fields = ['topic', 'name', 'email', 'company', 'message', 'consent'] as const

/** A message to the people behind the site. Typed text stays when it could not be sent. */
export function ContactForm({ topic }: { topic: (typeof contactTopics)[number] }) {
  const { t } = useTranslation('landing')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [failure, setFailure] = useState<unknown>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm<z.input<typeof contactMessageSchema>, unknown, z.output<typeof contactMessageSchema>>({
    resolver: contractResolver(contactMessageSchema, { nullable: ['company'] }),
    mode: 'onTouched',
    defaultValues: empty as z.input<typeof contactMessageSchema>,
  })
  const { errors, isValid, isSubmitting } = form.formState
  const { setValue } = form
  useEffect(() => setValue('topic', topic), [setValue, topic])
  const message = useWatch({ control: form.control, name: 'message' })
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      await api.call(site.contact, { body })
      form.reset()
      setSentTo(body.email)
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields })) setFailure(error)
    }
  })
  if (sentTo !== null)
    return (
      <Alert
        icon={<CheckCircleRounded />}
        severity="success"
        role="status"
        action={
          <Button color="inherit" size="small" onClick={() => setSentTo(null)}>
            {t('contact.another')}
          </Button>
        }
      >
        {t('contact.sent', { email: sentTo })}
      </Alert>
    )
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2.25, maxWidth: 560 }}>
      <FailureAlert error={failure} failure="unexpected" />
      <Controller
        control={form.control}
        name="topic"
        render={({ field }) => (
          <TextField select label={t('contact.topic')} {...field}>
            {contactTopics.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`contact.topics.${one}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
      <TextField
        required
        label={t('contact.name')}
        error={Boolean(errors.name)}
        helperText={fieldWords(errors.name, tc)}
        slotProps={{ htmlInput: { autoComplete: 'name' } }}
        {...form.register('name')}
      />
      <TextField
        required
        type="email"
        label={t('contact.email')}
        error={Boolean(errors.email)}
        helperText={fieldWords(errors.email, tc)}
        slotProps={{ htmlInput: { autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...form.register('email', { setValueAs: (value: string) => value.trim() })}
      />
      <TextField
        label={t('contact.company')}
        error={Boolean(errors.company)}
        helperText={fieldWords(errors.company, tc)}
        slotProps={{ htmlInput: { autoComplete: 'organization' } }}
        {...form.register('company')}
      />
      <CountedField
        {...form.register('message')}
        required
        multiline
        minRows={4}
        label={t('contact.message')}
        value={message}
        max={limits.contactMessageChars}
        error={Boolean(errors.message)}
        helperText={fieldWords(errors.message, tc)}
      />
      <Controller
        control={form.control}
        name="consent"
        render={({ field: { value, onChange, ...field } }) => (
          <FormControl error={Boolean(errors.consent)}>
            <FormControlLabel
              required
              control={<Checkbox {...field} checked={value} onChange={(_, checked) => onChange(checked)} />}
              label={
                <Trans
                  t={t}
                  i18nKey="contact.consent"
                  components={{ privacy: <Link href={paths.privacy} target="_blank" rel="noopener" /> }}
                />
              }
            />
            {errors.consent && <FormHelperText>{fieldWords(errors.consent, tc)}</FormHelperText>}
          </FormControl>
        )}
      />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        disabled={!isValid}
        loading={isSubmitting}
        sx={{ justifySelf: 'start' }}
      >
        {t('contact.submit')}
      </Button>
    </Box>
  )
}
