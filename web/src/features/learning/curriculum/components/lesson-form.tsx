import type { OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { lessonKinds, sourceTypesOf, type LessonKind } from '@e-events/shared/domain/lessons.ts'
import { limits } from '@e-events/shared/limits.ts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { QuizOfLesson } from '../../quizzes/components/quiz-of-lesson.tsx'
import { ResourceEditor } from '../../resources/components/resource-editor.tsx'
import { useServices } from '../../../../lib/services.ts'
import { OpeningFields, type Opening } from './opening-fields.tsx'
import { lessonSourcesQuery, type LessonValues } from '../queries.ts'

interface LessonFormProps {
  productSlug: string
  /** Null for a new one. */
  lesson: OwnLesson | null
  onDirty: (isDirty: boolean) => void
  onSave: (lesson: LessonValues) => Promise<void>
  onClose: () => void
}

type FormValues = LessonValues & Opening
const focus = (field: HTMLInputElement | null) => field?.focus()
const empty: FormValues = { title: '', kind: 'video', source: null, notes: '', isPreview: false, opensAt: null, opensAfterDays: null }

/** A lesson is kept when it is saved, and asked for before it is left. */
export function LessonForm({ productSlug, lesson, onDirty, onSave, onClose }: LessonFormProps) {
  const { t } = useTranslation('curriculum')
  const { t: tc } = useTranslation('common')
  const { t: tr } = useTranslation('resources')
  const { api } = useServices()
  const [first] = useState(() => (lesson ? valuesOf(lesson) : empty))
  const [values, setValues] = useState(first)
  const [isSaving, setSaving] = useState(false)
  const [isTried, setTried] = useState(false)
  const [isOpeningMissing, setOpeningMissing] = useState(false)
  const found = useQuery({ ...lessonSourcesQuery(api, productSlug), enabled: values.kind !== 'text' })
  const isDirty = isOpeningMissing || JSON.stringify(values) !== JSON.stringify(first)
  useEffect(() => {
    onDirty(isDirty)
  }, [isDirty, onDirty])
  const put = (change: Partial<FormValues>) => setValues((now) => ({ ...now, ...change }))
  const sources = (found.data?.sources ?? []).filter(({ type }) => sourceTypesOf[values.kind].includes(type))
  const chosen = sources.find(({ slug }) => slug === values.source) ?? null
  const { kind } = values
  const isUntitled = values.title.trim() === ''
  const save = async () => {
    setTried(true)
    if (isUntitled || (isOpeningMissing && !values.isPreview)) return
    setSaving(true)
    const opening = values.isPreview ? { opensAt: null, opensAfterDays: null } : {}
    await onSave({ ...values, ...opening, title: values.title.trim() })
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
      <TextField
        select
        size="small"
        label={t('lesson.kind')}
        value={values.kind}
        onChange={(event) => put({ kind: event.target.value as LessonKind, source: null })}
      >
        {lessonKinds.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </MenuItem>
        ))}
      </TextField>
      {kind !== 'text' && (
        <Autocomplete
          size="small"
          options={sources}
          value={chosen}
          loading={found.isFetching}
          loadingText={tc('page.loading')}
          openText={t('source.open')}
          closeText={tc('action.close')}
          clearText={tc('action.clear')}
          noOptionsText={t(`source.none.${kind}`)}
          getOptionLabel={({ title }) => title}
          getOptionKey={({ slug }) => slug}
          isOptionEqualToValue={(one, other) => one.slug === other.slug}
          onChange={(_, source) => put({ source: source?.slug ?? null })}
          renderInput={(params) => <TextField {...params} label={t(`source.${kind}`)} helperText={t(`source.note.${kind}`)} />}
        />
      )}
      <TextField
        multiline
        minRows={3}
        maxRows={16}
        size="small"
        label={t('lesson.notes')}
        helperText={t('lesson.notesNote')}
        value={values.notes}
        onChange={(event) => put({ notes: event.target.value })}
        slotProps={{ htmlInput: { maxLength: limits.lessonNotesChars } }}
      />
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

const valuesOf = ({ title, kind, source, notes, isPreview, opensAt, opensAfterDays }: OwnLesson): FormValues => ({
  title,
  kind,
  source: source?.slug ?? null,
  notes,
  isPreview,
  opensAt,
  opensAfterDays,
})
