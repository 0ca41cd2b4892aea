import { datasheetLines, datasheets, type DatasheetContent, type OwnDatasheet } from '@e-events/shared/contract/learning/datasheets.ts'
import { limits } from '@e-events/shared/limits.ts'
import { datasheetWords } from '@e-events/shared/locales/datasheet-words.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownDatasheetQuery } from '../queries.ts'
import { draftOf, trimmed, wrongOf } from '../sheet-draft.ts'
import { RowList } from './row-list.tsx'

interface DatasheetFormProps {
  productSlug: string
  productTitle: string
  /** The checklist of publishing may have changed. */
  onSaved: () => void
}

/** The datasheet of a product, which is kept by itself: whoever may not read it never gets it. */
export function DatasheetForm({ productSlug, productTitle, onSaved }: DatasheetFormProps) {
  const { t } = useTranslation('common')
  const { api } = useServices()
  const own = useQuery(ownDatasheetQuery(api, productSlug))
  if (own.isPending)
    return (
      <Box role="status" aria-label={t('page.loading')}>
        <Skeleton height={360} sx={{ borderRadius: '12px' }} />
      </Box>
    )
  if (!own.data) return <ErrorNotice error={own.error} onRetry={() => void own.refetch()} retrying={own.isFetching} heading="h2" />
  return <Fields productSlug={productSlug} productTitle={productTitle} stored={own.data} onSaved={onSaved} />
}

function Fields({ productSlug, productTitle, stored, onSaved }: DatasheetFormProps & { stored: OwnDatasheet }) {
  const { t } = useTranslation('datasheets')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const words = datasheetWords[useLanguage()]
  const [draft, setDraft] = useState(() => draftOf(stored, productTitle))
  const [isDirty, setDirty] = useState(false)
  const [isJudged, setJudged] = useState(false)
  const change = (part: Partial<DatasheetContent>) => {
    setDraft((before) => ({ ...before, ...part }))
    setDirty(true)
  }
  const save = useMutation({
    mutationFn: (content: DatasheetContent) =>
      stored.datasheet === null
        ? api.call(datasheets.create, { body: { productSlug, ...content } })
        : api.call(datasheets.update, { params: { slug: productSlug }, body: { ...content, version: stored.datasheet.version } }),
    onSuccess: (latest) => {
      queries.setQueryData(ownDatasheetQuery(api, productSlug).queryKey, latest)
      setDraft(draftOf(latest, productTitle))
      setDirty(false)
      setJudged(false)
      onSaved()
      snacks.success(t('saved'), { key: 'datasheet' })
    },
  })
  const all = wrongOf(draft)
  const errorOf = (name: string): string | undefined => {
    const issue = isJudged ? all[name] : undefined
    if (!issue) return undefined
    if (issue.code === 'too_big') return tc('rule.too_big', { count: Number(issue.maximum) })
    if (issue.code === 'too_small') return tc('rule.required')
    return tc('rule.url')
  }
  const field = (name: 'title' | (typeof datasheetLines)[number]) => ({
    label: words[name],
    value: draft[name],
    error: errorOf(name) !== undefined,
    helperText: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const text = (name: 'resources' | 'mechanisms' | 'strategy' | 'pedagogicalMethod' | 'skills') => (
    <CountedField
      label={words[name]}
      value={draft[name]}
      max={limits.descriptionChars}
      error={errorOf(name) !== undefined}
      helperText={errorOf(name)}
      multiline
      minRows={3}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  const submit = () => {
    setJudged(true)
    if (Object.keys(all).length === 0) save.mutate(trimmed(draft))
  }
  return (
    <Box role="group" aria-label={words.kind} sx={{ display: 'grid', gap: 2.25 }}>
      <TextField {...field('title')} required />
      <CountedField
        label={words.abstract}
        helperText={errorOf('abstract') ?? t('abstractNote')}
        value={draft.abstract}
        recommended={limits.descriptionRecommendedChars}
        error={errorOf('abstract') !== undefined}
        multiline
        minRows={5}
        onChange={({ target }) => change({ abstract: target.value })}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' } }}>
        {datasheetLines.map((name) => (
          <TextField key={name} {...field(name)} placeholder={t(`example.${name}`)} />
        ))}
      </Box>
      {text('resources')}
      <RowList
        title={words.relatedLinks}
        rows={draft.relatedLinks}
        max={limits.datasheetLinks}
        empty=""
        add={t('addLink')}
        onChange={(relatedLinks) => change({ relatedLinks })}
      >
        {(link, index, set) => (
          <TextField
            label={t('link', { number: index + 1 })}
            type="url"
            value={link}
            placeholder="https://"
            error={errorOf(`relatedLinks.${index}`) !== undefined}
            helperText={errorOf(`relatedLinks.${index}`)}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </RowList>
      <RowList
        title={words.benefits}
        note={t('benefitsNote', { max: limits.datasheetBenefits })}
        rows={draft.benefits}
        max={limits.datasheetBenefits}
        empty=""
        add={t('addBenefit')}
        onChange={(benefits) => change({ benefits })}
      >
        {(benefit, index, set) => (
          <CountedField
            label={t('benefit', { number: index + 1 })}
            value={benefit}
            max={limits.datasheetBenefitChars}
            error={errorOf(`benefits.${index}`) !== undefined}
            helperText={errorOf(`benefits.${index}`)}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </RowList>
      <RowList
        title={words.testimonials}
        rows={draft.testimonials}
        max={limits.datasheetTestimonials}
        empty={{ name: '', text: '' }}
        add={t('addTestimonial')}
        onChange={(testimonials) => change({ testimonials })}
      >
        {(testimonial, index, set) => (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <TextField
              label={t('testimonialName', { number: index + 1 })}
              value={testimonial.name}
              error={errorOf(`testimonials.${index}.name`) !== undefined}
              helperText={errorOf(`testimonials.${index}.name`)}
              onChange={({ target }) => set({ ...testimonial, name: target.value })}
            />
            <CountedField
              label={t('testimonialText', { number: index + 1 })}
              value={testimonial.text}
              max={limits.datasheetTestimonialChars}
              error={errorOf(`testimonials.${index}.text`) !== undefined}
              helperText={errorOf(`testimonials.${index}.text`)}
              multiline
              minRows={2}
              onChange={({ target }) => set({ ...testimonial, text: target.value })}
            />
          </Box>
        )}
      </RowList>
      {text('mechanisms')}
      {text('strategy')}
      {text('pedagogicalMethod')}
      {text('skills')}
      <FailureAlert error={save.error} failure="productUpdate" />
      {isJudged && Object.keys(all).length > 0 && (
        <Alert severity="error" role="alert">
          {t('wrong', { count: Object.keys(all).length })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
        {stored.datasheet !== null && (
          <Button variant="text" href={paths.datasheet(productSlug)} target="_blank">
            {t('open')}
          </Button>
        )}
        <Button
          variant="contained"
          color="inherit"
          disabled={!isDirty && stored.datasheet !== null}
          loading={save.isPending}
          onClick={submit}
        >
          {t('save')}
        </Button>
      </Box>
      <UnsavedGuard when={isDirty && !save.isPending} />
    </Box>
  )
}
