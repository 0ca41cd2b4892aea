import { studyGuides, type OwnStudyGuide, type StudyGuide } from '@e-events/shared/contract/learning/study-guides.ts'
import { limits } from '@e-events/shared/limits.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useServices } from '../../../../lib/services.ts'
import { RowList } from '../../datasheets/components/row-list.tsx'
import { ownStudyGuideQuery } from '../queries.ts'

/** Requirements, program and FAQs of a course or master, which are saved by themselves. */
export function StudyGuideForm({ productSlug, onUnsaved }: { productSlug: string; onUnsaved: (isUnsaved: boolean) => void }) {
  const { t } = useTranslation('study-guides')
  const { api } = useServices()
  const own = useQuery(ownStudyGuideQuery(api, productSlug))
  if (own.isPending) return <Skeleton variant="rounded" height={240} aria-label={t('loading')} />
  if (!own.data)
    return <ErrorNotice error={own.error} title={t('error')} onRetry={() => void own.refetch()} retrying={own.isFetching} heading="h2" />
  return <Fields productSlug={productSlug} stored={own.data} onUnsaved={onUnsaved} />
}

interface FieldsProps {
  productSlug: string
  stored: OwnStudyGuide
  onUnsaved: (isUnsaved: boolean) => void
}

function Fields({ productSlug, stored, onUnsaved }: FieldsProps) {
  const { t } = useTranslation('study-guides')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const [draft, setDraft] = useState<StudyGuide>(stored)
  const [isDirty, setDirty] = useState(false)
  const [isJudged, setJudged] = useState(false)
  useEffect(() => {
    onUnsaved(isDirty)
    return () => onUnsaved(false)
  }, [isDirty, onUnsaved])
  const change = (part: Partial<StudyGuide>) => {
    setDraft((before) => ({ ...before, ...part }))
    setDirty(true)
  }
  const save = useMutation({
    mutationFn: ({ requirements, program, faqs }: StudyGuide) =>
      api.call(studyGuides.save, { params: { slug: productSlug }, body: { version: stored.version, requirements, program, faqs } }),
    onSuccess: (latest) => {
      queries.setQueryData(ownStudyGuideQuery(api, productSlug).queryKey, latest)
      setDraft(latest)
      setDirty(false)
      setJudged(false)
      snacks.success(t('saved'), { key: 'study-guide' })
    },
  })
  const isMissing = (text: string) => isJudged && text.trim() === ''
  const isWhole = draft.faqs.every(({ question, answer }) => question.trim() !== '' && answer.trim() !== '')
  const submit = () => {
    setJudged(true)
    if (isWhole) save.mutate(draft)
  }
  return (
    <Box role="group" aria-label={t('title')} sx={{ display: 'grid', gap: 2.25 }}>
      {(['requirements', 'program'] as const).map((name) => (
        <CountedField
          key={name}
          label={t(name)}
          helperText={t(`${name}Note`)}
          value={draft[name]}
          max={limits.lessonNotesChars}
          multiline
          minRows={3}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      <RowList
        title={t('faqs')}
        note={t('faqsNote')}
        rows={draft.faqs}
        max={limits.courseFaqs}
        empty={{ question: '', answer: '' }}
        add={t('addFaq')}
        onChange={(faqs) => change({ faqs })}
      >
        {(faq, index, set) => (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <TextField
              label={t('question', { number: index + 1 })}
              value={faq.question}
              error={isMissing(faq.question)}
              helperText={isMissing(faq.question) ? t('needed') : undefined}
              onChange={({ target }) => set({ ...faq, question: target.value })}
              slotProps={{ htmlInput: { maxLength: 300 } }}
            />
            <TextField
              label={t('answer', { number: index + 1 })}
              value={faq.answer}
              error={isMissing(faq.answer)}
              helperText={isMissing(faq.answer) ? t('needed') : undefined}
              multiline
              minRows={2}
              onChange={({ target }) => set({ ...faq, answer: target.value })}
              slotProps={{ htmlInput: { maxLength: 3_000 } }}
            />
          </Box>
        )}
      </RowList>
      <FailureAlert error={save.error} failure="courseUpdate" />
      {isJudged && !isWhole && (
        <Alert severity="error" role="alert">
          {t('wrong')}
        </Alert>
      )}
      <Button variant="contained" color="inherit" disabled={!isDirty} loading={save.isPending} onClick={submit} sx={{ justifySelf: 'end' }}>
        {t('save')}
      </Button>
      <UnsavedGuard when={isDirty && !save.isPending} />
    </Box>
  )
}
