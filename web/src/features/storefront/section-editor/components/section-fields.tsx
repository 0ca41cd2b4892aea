import type { Section, SectionKind } from '@e-events/shared/contract/storefront/home-sections.ts'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { ChoicePicker } from './fields/choice-picker.tsx'
import { pictureOf, type FieldContext, type FieldsProps } from './fields/field-context.ts'
import { SectionLink, SectionText } from './fields/section-text.tsx'
import { SourceFields } from './fields/source-fields.tsx'
import { HeroFields } from './hero-fields.tsx'

/** The fields of one section, by its kind. */
export function SectionFields({
  section,
  context,
  onChange,
}: FieldsProps<SectionKind> & { section: Section; onChange: (section: Section) => void }) {
  switch (section.type) {
    case 'hero':
      return <HeroFields section={section} context={context} onChange={onChange} />
    case 'product_slider':
    case 'channel_slider':
    case 'speaker_slider':
      return (
        <>
          <SectionText name="title" section={section} context={context} onChange={onChange} />
          <SourceFields section={section} context={context} onChange={onChange} />
        </>
      )
    case 'featured_product':
      return (
        <>
          <FeaturedField
            of="product"
            id={section.productId}
            context={context}
            onChange={(id) => onChange({ ...section, productId: id as typeof section.productId })}
          />
          <SectionText name="title" section={section} context={context} onChange={onChange} />
        </>
      )
    case 'featured_channel':
      return (
        <>
          <FeaturedField
            of="channel"
            id={section.channelId}
            context={context}
            onChange={(id) => onChange({ ...section, channelId: id as typeof section.channelId })}
          />
          <SectionText name="title" section={section} context={context} onChange={onChange} />
        </>
      )
    case 'static_content':
      return <ContentFields section={section} context={context} onChange={onChange} />
    case 'static_image':
      return <ImageFields section={section} context={context} onChange={onChange} />
    case 'call_to_action':
      return <ActionFields section={section} context={context} onChange={onChange} />
    default:
      return section satisfies never
  }
}

function FeaturedField({
  of,
  id,
  context,
  onChange,
}: {
  of: 'product' | 'channel'
  id: string
  context: FieldContext
  onChange: (id: string) => void
}) {
  const { t } = useTranslation('section-editor')
  return (
    <ChoicePicker
      of={of}
      label={t(`field.${of}`)}
      required
      most={1}
      ids={id === '' ? [] : [id]}
      context={context}
      onChange={([next = '']) => onChange(next)}
    />
  )
}

function ContentFields({ section, context, onChange }: FieldsProps<'static_content'>) {
  const { t } = useTranslation('section-editor')
  return (
    <>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={section.size}
        aria-label={t('field.size')}
        onChange={(_, size: typeof section.size | null) => size && onChange({ ...section, size })}
      >
        {(['small', 'medium', 'large'] as const).map((size) => (
          <ToggleButton key={size} value={size}>
            {t(`size.${size}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <SectionText name="title" section={section} context={context} onChange={onChange} required />
      <SectionText name="description" section={section} context={context} onChange={onChange} rows={4} />
      <SectionLink name="url" section={section} context={context} onChange={onChange} />
    </>
  )
}

function ImageFields({ section, context, onChange }: FieldsProps<'static_image'>) {
  const { t } = useTranslation('section-editor')
  const { ImageField } = context
  return (
    <>
      <ImageField
        label={t('field.image')}
        required
        ratio="16:9"
        value={pictureOf(section.imageId)}
        onChange={(value) => onChange({ ...section, imageId: value?.id ?? '' })}
      />
      <SectionText name="alt" section={section} context={context} onChange={onChange} hint={t('field.altHint')} />
      <SectionLink name="url" section={section} context={context} onChange={onChange} />
    </>
  )
}

function ActionFields({ section, context, onChange }: FieldsProps<'call_to_action'>) {
  return (
    <>
      <SectionText name="title" section={section} context={context} onChange={onChange} required />
      <SectionText name="subtitle" section={section} context={context} onChange={onChange} rows={2} />
      <SectionText name="buttonText" section={section} context={context} onChange={onChange} required />
      <SectionLink name="buttonLink" section={section} context={context} onChange={onChange} required />
    </>
  )
}
