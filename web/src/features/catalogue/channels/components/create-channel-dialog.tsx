import { channels, createChannelBody, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { contractResolver, fieldWords, showRefusal } from '../../../../lib/form.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { learnChannel } from '../queries.ts'
import { ClassificationField } from './classification-field.tsx'

const schema = createChannelBody
  .pick({ title: true, shortDescription: true, classification: true })
  .extend({ slug: createChannelBody.shape.slug.unwrap().nullable() })
type Fields = z.input<typeof schema>

interface CreateChannelDialogProps {
  onClose: () => void
  onCreated: (channel: OwnChannelDetail) => void
  /** The guided tour of this form, with the button that starts it again. */
  tour?: ReactNode
}

/** The few things a channel begins with; everything else has its place on the channel's own page. */
export function CreateChannelDialog({ onClose, onCreated, tour }: CreateChannelDialogProps) {
  const { t } = useTranslation('channels')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const queries = useQueryClient()
  const language = useLanguage()
  const id = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(schema, { nullable: ['slug', 'classification'] }),
    defaultValues: { title: '', slug: '', shortDescription: '', classification: '' },
  })
  const { errors, isSubmitting, isValid, isDirty } = form.formState
  const submit = form.handleSubmit(async ({ slug, ...fields }) => {
    setFailure(null)
    try {
      const channel = await api.call(channels.create, { body: { ...fields, language, ...(slug ? { slug } : {}) } })
      await learnChannel(queries, channel, language)
      onCreated(channel)
    } catch (error) {
      const refusal = { setError: form.setError, fields: Object.keys(fields), of: { SLUG_TAKEN: ['slug', 'slug_taken'] as const } }
      if (!showRefusal(error, refusal)) setFailure(error)
    }
  })
  const [shortDescription, classification] = useWatch({ control: form.control, name: ['shortDescription', 'classification'] })
  const words = (name: keyof Fields) => fieldWords(errors[name], tc)
  return (
    <Dialog
      open
      // A slip beside the dialog must not lose what was typed; Cancel and Escape are meant.
      onClose={(_, reason) => {
        if (!isSubmitting && !(reason === 'backdropClick' && isDirty)) onClose()
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={id}
    >
      <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ display: 'contents' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', pr: 2 }}>
          <DialogTitle id={id} sx={{ flex: 1 }}>
            {t('create.title')}
          </DialogTitle>
          {tour}
        </Box>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <FailureAlert error={failure} failure="channelCreate" />
          <Box data-tour="channel-title" sx={{ display: 'grid' }}>
            <TextField
              {...form.register('title')}
              label={t('field.title')}
              required
              error={errors.title !== undefined}
              helperText={words('title') ?? t('field.titleHelp')}
              slotProps={{ htmlInput: { maxLength: limits.channelTitleChars, autoComplete: 'off' } }}
            />
          </Box>
          <Box data-tour="channel-slug" sx={{ display: 'grid' }}>
            <TextField
              {...form.register('slug')}
              label={t('field.slug')}
              error={errors.slug !== undefined}
              helperText={words('slug') ?? t('field.slugHelp')}
              slotProps={{ htmlInput: { maxLength: limits.slugChars, autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } }}
            />
          </Box>
          <Box data-tour="channel-description" sx={{ display: 'grid' }}>
            <CountedField
              {...form.register('shortDescription')}
              value={shortDescription ?? ''}
              label={t('field.shortDescription')}
              max={limits.channelShortDescriptionChars}
              multiline
              minRows={3}
              error={errors.shortDescription !== undefined}
              helperText={words('shortDescription')}
            />
          </Box>
          <Box data-tour="channel-classification" sx={{ display: 'grid' }}>
            <ClassificationField {...form.register('classification')} value={classification ?? ''} error={words('classification')} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={isSubmitting} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!isValid} loading={isSubmitting} data-tour="channel-create">
            {t('create.submit')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
