import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoicePicker } from './fields/choice-picker.tsx'
import { pictureOf, type FieldsProps } from './fields/field-context.ts'
import { LinkField } from './fields/link-field.tsx'
import { SectionText } from './fields/section-text.tsx'

const kinds = ['video', 'image', 'catalogue'] as const

/** The first thing that is seen: a video or a picture with words over it, or the catalogue that speaks for itself. */
export function HeroFields({ section, context, onChange }: FieldsProps<'hero'>) {
  const { t } = useTranslation('section-editor')
  const { ImageField } = context
  const { media, productId } = section
  // The switch shows the picker before a product is chosen.
  const [hasButton, setHasButton] = useState(productId !== null)
  const imageId = media.kind === 'catalogue' ? null : media.imageId
  const changeKind = (kind: (typeof kinds)[number]) => {
    if (kind === 'catalogue') onChange({ ...section, media: { kind } })
    else if (kind === 'image') onChange({ ...section, media: { kind, imageId: imageId ?? '' } })
    else onChange({ ...section, media: { kind, videoUrl: '', imageId: imageId === '' ? null : imageId } })
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        fullWidth
        value={media.kind}
        aria-label={t('field.background')}
        onChange={(_, kind: (typeof kinds)[number] | null) => kind && kind !== media.kind && changeKind(kind)}
      >
        {kinds.map((kind) => (
          <ToggleButton key={kind} value={kind}>
            {t(`media.${kind}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {media.kind === 'catalogue' ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('media.catalogueText')}
        </Typography>
      ) : (
        <ImageField
          label={t(media.kind === 'video' ? 'field.poster' : 'field.image')}
          required={media.kind === 'image'}
          ratio="16:9"
          value={pictureOf(media.imageId)}
          onChange={(value) =>
            onChange({
              ...section,
              media: media.kind === 'image' ? { kind: 'image', imageId: value?.id ?? '' } : { ...media, imageId: value?.id ?? null },
            })
          }
        />
      )}
      {media.kind === 'video' && (
        <LinkField
          label={t('field.videoUrl')}
          path="media.videoUrl"
          required
          value={media.videoUrl}
          context={context}
          hint={t('field.videoHint')}
          onChange={(videoUrl) => onChange({ ...section, media: { ...media, videoUrl } })}
        />
      )}
      {media.kind !== 'catalogue' && (
        <>
          <SectionText name="title" section={section} context={context} onChange={onChange} required />
          <SectionText name="subtitle" section={section} context={context} onChange={onChange} rows={3} />
        </>
      )}
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', typography: 'label' }}>
        {t(media.kind === 'catalogue' ? 'field.first' : 'field.button')}
        <Switch
          checked={hasButton}
          onChange={(_, on) => {
            setHasButton(on)
            if (!on && productId !== null) onChange({ ...section, productId: null })
          }}
        />
      </Box>
      {hasButton && (
        <ChoicePicker
          of="product"
          label={t('field.product')}
          most={1}
          ids={productId === null ? [] : [productId]}
          context={context}
          onChange={([id]) => onChange({ ...section, productId: (id ?? null) as typeof productId })}
        />
      )}
    </>
  )
}
