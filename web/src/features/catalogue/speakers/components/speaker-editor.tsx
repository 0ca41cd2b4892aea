import { ApiError } from '@e-events/shared/contract/client.ts'
import { speakers, type OwnSpeaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { paths } from '../../../../config/paths.ts'
import { contractResolver, replaceTyped, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownSpeakerQuery, refreshSpeakers } from '../queries.ts'
import { bodyOf, fieldsOf, nullable, speakerFormSchema, type SpeakerFields as Fields } from '../speaker-form.ts'
import { DeleteSpeaker } from './delete-speaker.tsx'
import { SpeakerFields, type ImageFieldComponent, type SpeakerImage } from './speaker-fields.tsx'

interface SpeakerEditorProps {
  id: string
  ImageField: ImageFieldComponent
  /** Where a product is edited. */
  productHref: (use: OwnSpeaker['usedBy'][number]) => string
  onDeleted: () => void
  /** In place of the editor where there is no such speaker. */
  missing: ReactNode
}

export function SpeakerEditor({ id, missing, ...rest }: SpeakerEditorProps) {
  const { t } = useTranslation('speakers')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const { data, error, isPending, isFetching, refetch } = useQuery(ownSpeakerQuery(api, id))
  useDocumentMeta({ title: data ? t('editor.title', { name: data.name }) : undefined, noIndex: true })
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')) return missing
  if (isPending) {
    return (
      <Box role="status" aria-label={tc('page.loading')}>
        <Skeleton sx={{ width: 240, height: 34, mb: 3 }} />
        <Skeleton variant="rounded" sx={{ height: 520, borderRadius: '14px' }} />
      </Box>
    )
  }
  if (!data)
    return <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} title={t('editor.error')} heading="h1" />
  return <Editor speaker={data} {...rest} />
}

function Editor({ speaker, ImageField, productHref, onDeleted }: Omit<SpeakerEditorProps, 'id' | 'missing'> & { speaker: OwnSpeaker }) {
  const { t } = useTranslation('speakers')
  const { api } = useServices()
  const queries = useQueryClient()
  const snacks = useSnacks()
  const stored: SpeakerImage = speaker.imageId === null ? null : { id: speaker.imageId, url: speaker.imageUrl ?? '' }
  const [changed, setChanged] = useState<{ image: SpeakerImage } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isDeleting, setDeleting] = useState(false)
  const image = changed ? changed.image : stored
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(speakerFormSchema, { nullable }),
    values: fieldsOf(speaker),
    resetOptions: { keepDirtyValues: true },
  })
  const { isSubmitting, isValid } = form.formState
  const isDirty = form.formState.isDirty || image?.id !== stored?.id
  const discard = () => {
    form.reset(fieldsOf(speaker), replaceTyped)
    setChanged(null)
  }
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    try {
      const body = bodyOf(speakerFormSchema.parse(fields), image?.id ?? null)
      const saved = await api.call(speakers.update, { params: { id: speaker.id }, body })
      queries.setQueryData(ownSpeakerQuery(api, speaker.id).queryKey, saved)
      form.reset(fieldsOf(saved), replaceTyped)
      setChanged(null)
      snacks.success(t('editor.saved'), { key: 'speaker' })
      await refreshSpeakers(queries)
    } catch (error) {
      const refusal = { setError: form.setError, fields: Object.keys(fields), of: { SLUG_TAKEN: ['slug', 'slug_taken'] as const } }
      if (!showRefusal(error, refusal)) setFailure(error)
    }
  })
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <PageHeader
        title={speaker.name}
        lead={speaker.owner.name === '' ? speaker.owner.email : t('editor.owner', { name: speaker.owner.name })}
        actions={
          <>
            <Button variant="text" href={paths.speaker(speaker.slug)}>
              {t('editor.seePage')}
            </Button>
            <Button onClick={() => setDeleting(true)}>{t('delete.button')}</Button>
          </>
        }
      />
      <FailureAlert error={failure} failure="dataUpdate" />
      {failure !== null && <Box sx={{ height: 16 }} />}
      <FormSection title={t('editor.data')} note={t('editor.dataNote')}>
        <Box sx={{ p: 2 }}>
          <SpeakerFields form={form} image={image} onImage={(next) => setChanged({ image: next })} ImageField={ImageField} />
        </Box>
      </FormSection>
      <FormSection title={t('editor.usedBy')} note={t('editor.usedByNote')}>
        {speaker.usedBy.length === 0 ? (
          <Typography variant="body2" sx={{ p: 2, color: 'text.secondary' }}>
            {t('editor.unused')}
          </Typography>
        ) : (
          <Card component="ul" elevation={0} sx={{ listStyle: 'none', m: 0, p: 0, border: 0 }}>
            {speaker.usedBy.map((use) => (
              <Box component="li" key={use.slug} sx={{ px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'border.subtle' } }}>
                <Link href={productHref(use)} sx={{ fontSize: 14 }}>
                  {use.title}
                </Link>
              </Box>
            ))}
          </Card>
        )}
      </FormSection>
      <SaveBar
        label={t('editor.bar')}
        status={t(isDirty ? 'editor.dirty' : 'editor.clean')}
        isDirty={isDirty}
        isSaving={isSubmitting}
        isInvalid={!isValid}
        saveLabel={t('editor.save')}
        discardLabel={t('editor.discard')}
        onDiscard={discard}
      />
      <UnsavedGuard when={isDirty && !isSubmitting && !isDeleting} />
      {isDeleting && <DeleteSpeaker speaker={speaker} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </Box>
  )
}
