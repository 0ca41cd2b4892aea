import { speakers, type OwnSpeaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type SyntheticEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { contractResolver, showRefusal } from '../../../../lib/form.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { refreshSpeakers } from '../queries.ts'
import { bodyOf, emptySpeaker, nullable, speakerFormSchema, type SpeakerFields as Fields } from '../speaker-form.ts'
import { SpeakerFields, type ImageFieldComponent, type SpeakerImage } from './speaker-fields.tsx'

interface CreateSpeakerDialogProps {
  /** Typed search. */
  name?: string
  ImageField: ImageFieldComponent
  onClose: () => void
  onCreated: (speaker: OwnSpeaker) => void
}

export function CreateSpeakerDialog({ name = '', ImageField, onClose, onCreated }: CreateSpeakerDialogProps) {
  const { t } = useTranslation('speakers')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const queries = useQueryClient()
  const id = useId()
  const language = useLanguage()
  const [image, setImage] = useState<SpeakerImage>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(speakerFormSchema, { nullable }),
    defaultValues: { ...emptySpeaker(language), name },
  })
  const { isSubmitting, isDirty } = form.formState
  const typedName = useWatch({ control: form.control, name: 'name' })
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      const speaker = await api.call(speakers.create, { body: bodyOf(speakerFormSchema.parse(fields), image?.id ?? null) })
      await refreshSpeakers(queries)
      onCreated(speaker)
    } catch (error) {
      const refusal = { setError: form.setError, fields: Object.keys(fields), of: { SLUG_TAKEN: ['slug', 'slug_taken'] as const } }
      if (!showRefusal(error, refusal)) setFailure(error)
    }
  })
  const onSubmit = (event: SyntheticEvent) => {
    // The dialog may stand inside another form, whose submit this is not.
    event.stopPropagation()
    void submit(event)
  }
  return (
    <Dialog
      open
      // A slip beside the dialog must not lose what was typed; Cancel and Escape are meant.
      onClose={(_, reason) => {
        if (!isSubmitting && !(reason === 'backdropClick' && (isDirty || image !== null))) onClose()
      }}
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
    >
      <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'contents' }}>
        <DialogTitle id={id}>{t('create.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <FailureAlert error={failure} failure="dataUpdate" />
          <SpeakerFields form={form} image={image} onImage={setImage} ImageField={ImageField} />
        </DialogContent>
        <DialogActions>
          <Button variant="text" disabled={isSubmitting} onClick={onClose}>
            {tc('action.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={typedName.trim() === ''} loading={isSubmitting}>
            {t('create.submit')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
