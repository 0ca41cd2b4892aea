import type { OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import type { PostDocument } from '@e-events/shared/domain/post-document.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { QuizOfLesson } from '../../quizzes/components/quiz-of-lesson.tsx'
import { ResourceEditor } from '../../resources/components/resource-editor.tsx'
import type { LessonParts } from '../lesson-parts.ts'
import type { LessonValues } from '../queries.ts'
import { toUrl, urlFault } from '../url-fault.ts'
import { useLessonVideo } from '../use-lesson-video.ts'
import { LessonContent, type Content } from './lesson-content.tsx'
import { OpeningFields, type Opening } from './opening-fields.tsx'

interface LessonFormProps {
  productSlug: string
  /** Null for a new one. */
  lesson: OwnLesson | null
  parts: LessonParts
  onDirty: (isDirty: boolean) => void
  /** Answers whether it was saved. */
  onSave: (lesson: LessonValues) => Promise<boolean>
  onClose: () => void
}

interface FormValues extends Content, Opening {
  title: string
  notes: PostDocument
  isPreview: boolean
}
const focus = (field: HTMLInputElement | null) => field?.focus()
const empty: FormValues = {
  title: '',
  kind: 'video',
  source: null,
  url: null,
  notes: { type: 'doc', content: [] },
  isPreview: false,
  opensAt: null,
  opensAfterDays: null,
}

/** A lesson is kept when it is saved, and asked for before it is left. */
export function LessonForm({ productSlug, lesson, parts, onDirty, onSave, onClose }: LessonFormProps) {
  const { t } = useTranslation('curriculum')
  const { t: tc } = useTranslation('common')
  const { t: tr } = useTranslation('resources')
  const video = useLessonVideo(productSlug)
  const [first] = useState(() => (lesson ? valuesOf(lesson) : empty))
  const [values, setValues] = useState(first)
  const [isSaving, setSaving] = useState(false)
  const [isTried, setTried] = useState(false)
  const [isOpeningMissing, setOpeningMissing] = useState(false)
  const isDirty = isOpeningMissing || JSON.stringify(values) !== JSON.stringify(first)
  useEffect(() => {
    onDirty(isDirty)
  }, [isDirty, onDirty])
  const put = (change: Partial<FormValues>) => setValues((now) => ({ ...now, ...change }))
  const isUntitled = values.title.trim() === ''
  const save = async () => {
    setTried(true)
    const isUrlWrong = values.url !== null && urlFault(values.kind, values.url, location.origin) !== null
    if (isUntitled || isUrlWrong || (isOpeningMissing && !values.isPreview)) return
    setSaving(true)
    const opening = values.isPreview ? { opensAt: null, opensAfterDays: null } : {}
    const url = values.url === null ? null : toUrl(values.url)
    if (await onSave({ ...values, ...opening, url, title: values.title.trim() })) video.keep(values.source)
    setSaving(false)
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={lesson ? t('lesson.edit', { title: lesson.title }) : t('lesson.new')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      sx={{ p: 2, display: 'grid', gap: 2, bgcolor: 'surface.sunken', borderTop: 1, borderColor: 'border.subtle' }}
    >
      <UnsavedGuard when={isDirty} />
      <TextField
        inputRef={focus}
        required
        size="small"
        label={t('lesson.title')}
        value={values.title}
        error={isTried && isUntitled}
        helperText={isTried && isUntitled ? t('lesson.titleMissing') : undefined}
        onChange={(event) => put({ title: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <LessonContent
        productSlug={productSlug}
        stored={lesson?.source ?? null}
        content={values}
        isTried={isTried}
        VideoFile={parts.VideoFile}
        onMake={(file) => video.make(values.title.trim() || file.name.replace(/\.\w+$/, ''))}
        onChange={put}
      />
      <Box>
        <Typography aria-hidden variant="label" component="span" sx={{ display: 'block', mb: 0.75 }}>
          {t('lesson.notes')}
        </Typography>
        <parts.NotesEditor label={t('lesson.notes')} value={values.notes} onChange={(notes) => put({ notes })} />
      </Box>
      <Box sx={{ border: 1, borderColor: 'border.subtle', borderRadius: '8px' }}>
        <SwitchRow
          label={t('lesson.preview')}
          note={t('lesson.previewHelp')}
          checked={values.isPreview}
          onChange={(isPreview) => put({ isPreview })}
        />
      </Box>
      <OpeningFields
        opening={values}
        isPreview={values.isPreview}
        isTried={isTried}
        onChange={(opening, isMissing) => {
          put(opening)
          setOpeningMissing(isMissing)
        }}
      />
      {lesson ? (
        <ResourceEditor productSlug={productSlug} lessonId={lesson.id} />
      ) : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {tr('saveFirst')}
        </Typography>
      )}
      {lesson && <QuizOfLesson productSlug={productSlug} lesson={lesson} />}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" color="primary" loading={isSaving} disabled={!isDirty}>
          {t('lesson.save')}
        </Button>
        <Button onClick={onClose}>{isDirty ? t('lesson.discard') : tc('action.close')}</Button>
      </Box>
    </Box>
  )
}

const valuesOf = ({ title, kind, source, url, notes, isPreview, opensAt, opensAfterDays }: OwnLesson): FormValues => ({
  title,
  kind,
  source: source?.slug ?? null,
  url,
  notes,
  isPreview,
  opensAt,
  opensAfterDays,
})
