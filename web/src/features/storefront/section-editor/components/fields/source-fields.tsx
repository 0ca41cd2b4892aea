import type { SectionOf } from '@e-events/shared/contract/storefront/home-sections.ts'
import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../../../../lib/services.ts'
import { categoriesQuery } from '../../queries.ts'
import { ChoicePicker } from './choice-picker.tsx'
import type { FieldContext } from './field-context.ts'

type Slider = SectionOf<'product_slider' | 'channel_slider' | 'speaker_slider'>

interface SourceFieldsProps {
  section: Slider
  context: FieldContext
  onChange: (section: Slider) => void
}

const sources = {
  product_slider: ['live', 'upcoming', 'newest', 'category', 'chosen'],
  channel_slider: ['newest', 'chosen'],
  speaker_slider: ['newest', 'chosen'],
} as const
const choices = { product_slider: 'product', channel_slider: 'channel', speaker_slider: 'speaker' } as const

/** Where the cards of a slider come from: it fills itself, or they are chosen one by one. */
export function SourceFields({ section, context, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('section-editor')
  const { source } = section
  const change = (next: object) => onChange({ ...section, source: next } as Slider)
  const select = (kind: string) => change(kind === 'chosen' ? { kind, ids: [] } : kind === 'category' ? { kind, slug: '' } : { kind })
  return (
    <>
      <TextField
        select
        label={t('field.source')}
        value={source.kind}
        onChange={(event) => select(event.target.value)}
        slotProps={{ select: { native: true } }}
      >
        {sources[section.type].map((kind) => (
          <option key={kind} value={kind}>
            {t(section.type === 'product_slider' || kind === 'chosen' ? `source.${kind}` : 'source.recent')}
          </option>
        ))}
      </TextField>
      {source.kind === 'category' && (
        <CategoryField slug={source.slug} context={context} onChange={(slug) => change({ kind: 'category', slug })} />
      )}
      {source.kind === 'chosen' && (
        <ChoicePicker
          of={choices[section.type]}
          label={t(`field.${choices[section.type]}s`)}
          required
          ids={source.ids}
          context={context}
          onChange={(ids) => change({ kind: 'chosen', ids })}
        />
      )}
    </>
  )
}

function CategoryField({ slug, context, onChange }: { slug: string; context: FieldContext; onChange: (slug: string) => void }) {
  const { t } = useTranslation('section-editor')
  const { api } = useServices()
  const list = useQuery(categoriesQuery(api, context.language))
  const items = list.data?.items ?? []
  const isUnknown = slug !== '' && list.data !== undefined && !items.some((category) => category.slug === slug)
  return (
    <>
      <TextField
        select
        required
        label={t('field.category')}
        value={slug}
        onChange={(event) => onChange(event.target.value)}
        error={context.problems.has('source.slug') && list.isSuccess && slug !== ''}
        slotProps={{ select: { native: true } }}
      >
        <option value="">{t('field.categoryNone')}</option>
        {isUnknown && <option value={slug}>{slug}</option>}
        {items.map((category) => (
          <option key={category.slug} value={category.slug}>
            {t('field.categoryOption', { title: category.title, count: category.count })}
          </option>
        ))}
      </TextField>
      {list.isError && <Alert severity="warning">{t('field.categoryFailed')}</Alert>}
    </>
  )
}
