import type { Section, SectionKind } from '@e-events/shared/contract/home-sections.ts'
import { limits } from '@e-events/shared/limits.ts'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslation } from 'react-i18next'
import { ChoicePicker } from './fields/choice-picker.tsx'
import { pictureOf, type FieldContext, type FieldsProps } from './fields/field-context.ts'
import { LinkField } from './fields/link-field.tsx'
import { SourceFields } from './fields/source-fields.tsx'
import { TextsField } from './fields/texts-field.tsx'
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
          <TitleField section={section} context={context} onChange={onChange} />
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
          <TitleField section={section} context={context} onChange={onChange} />
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
          <TitleField section={section} context={context} onChange={onChange} />
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

type Titled = Exclude<Section, { type: 'static_image' }>

function TitleField<S extends Titled>({
  section,
  context,
  onChange,
  required = false,
}: {
  section: S
  context: FieldContext
  onChange: (section: S) => void
  required?: boolean
}) {
  const { t } = useTranslation('section-editor')
  return (
    <TextsField
      label={t('field.title')}
      path="title"
      required={required}
      value={section.title}
      max={limits.sectionTitleChars}
      context={context}
      onChange={(title) => onChange({ ...section, title })}
    />
  )
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
      <TitleField section={section} context={context} onChange={onChange} required />
      <TextsField
        label={t('field.description')}
        path="description"
        rows={4}
        value={section.description}
        max={limits.sectionTextChars}
        context={context}
        onChange={(description) => onChange({ ...section, description })}
      />
      <LinkField
        label={t('field.url')}
        path="url"
        value={section.url}
        context={context}
        onChange={(url) => onChange({ ...section, url })}
      />
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
      <TextsField
        label={t('field.alt')}
        path="alt"
        hint={t('field.altHint')}
        value={section.alt}
        max={limits.sectionAltChars}
        context={context}
        onChange={(alt) => onChange({ ...section, alt })}
      />
      <LinkField
        label={t('field.url')}
        path="url"
        value={section.url}
        context={context}
        onChange={(url) => onChange({ ...section, url })}
      />
    </>
  )
}

function ActionFields({ section, context, onChange }: FieldsProps<'call_to_action'>) {
  const { t } = useTranslation('section-editor')
  return (
    <>
      <TitleField section={section} context={context} onChange={onChange} required />
      <TextsField
        label={t('field.subtitle')}
        path="subtitle"
        rows={2}
        value={section.subtitle}
        max={limits.sectionSubtitleChars}
        context={context}
        onChange={(subtitle) => onChange({ ...section, subtitle })}
      />
      <TextsField
        label={t('field.buttonText')}
        path="buttonText"
        required
        value={section.buttonText}
        max={limits.sectionButtonChars}
        context={context}
        onChange={(buttonText) => onChange({ ...section, buttonText })}
      />
      <LinkField
        label={t('field.buttonLink')}
        path="buttonLink"
        required
        value={section.buttonLink}
        context={context}
        onChange={(buttonLink) => onChange({ ...section, buttonLink })}
      />
    </>
  )
}
