import type { Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ComponentType } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { LanguageTabs } from '../../fields/language-tabs.tsx'
import { OriginalLanguageField } from '../../fields/original-language-field.tsx'
import { withOriginal } from '../../../../lib/translations.ts'
import { linkKinds, noTexts, type SpeakerFields as Fields } from '../speaker-form.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'

export type SpeakerImage = { id: string; url: string } | null
/** The upload field, given by whoever puts the page together. */
export type ImageFieldComponent = ComponentType<{
  label: string
  value: SpeakerImage
  onChange: (value: SpeakerImage) => void
  ratio: '16:9' | '1:1' | '3:1'
}>

interface SpeakerFieldsProps {
  form: UseFormReturn<Fields>
  image: SpeakerImage
  onImage: (image: SpeakerImage) => void
  ImageField: ImageFieldComponent
}

const twoColumns = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' },
  gap: 2,
} as const

/** The ten fields of a speaker, in the dialog and on the page alike. */
export function SpeakerFields({ form, image, onImage, ImageField }: SpeakerFieldsProps) {
  const { t } = useTranslation('speakers')
  const [main, title, bio, translations] = useWatch({ control: form.control, name: ['language', 'title', 'bio', 'translations'] })
  const changeLanguage = (next: Language) => {
    const words = withOriginal({ language: main, texts: { title, bio }, translations }, next, noTexts)
    const options = { shouldDirty: true, shouldValidate: true }
    form.setValue('language', next, options)
    form.setValue('title', words.texts.title, options)
    form.setValue('bio', words.texts.bio, options)
    form.setValue('translations', words.translations, options)
  }
  const { errors } = form.formState
  const propsOf = useFieldProps(form)
  const field = (name: Exclude<keyof Fields, 'language' | 'translations'>, help?: string) => propsOf(name, t(`field.${name}`), help)
  const text = (name: 'title' | 'bio', language: Language, help?: string) => {
    // Long biographies are fine: there is no limit to show.
    const { max: _max, ...props } = propsOf(language === main ? name : `translations.${language}.${name}`, t(`field.${name}`), help)
    return props
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={twoColumns}>
        <TextField {...field('name')} required slotProps={{ htmlInput: { maxLength: limits.speakerNameChars, autoComplete: 'off' } }} />
        <TextField
          {...field('slug', t('field.slugHelp'))}
          slotProps={{ htmlInput: { maxLength: limits.slugChars, autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } }}
        />
      </Box>
      <ImageField label={t('field.image')} value={image} onChange={onImage} ratio="1:1" />
      <OriginalLanguageField value={main} onChange={changeLanguage} />
      <LanguageTabs
        main={main}
        isWrong={(language) => (language === main ? (errors.title ?? errors.bio) : errors.translations?.[language]) !== undefined}
      >
        {(language) => (
          <>
            <TextField
              {...text('title', language, t('field.titleHelp'))}
              slotProps={{ htmlInput: { maxLength: limits.speakerTitleChars } }}
            />
            <CountedField
              {...text('bio', language)}
              value={(language === main ? bio : translations[language]?.bio) ?? ''}
              recommended={limits.descriptionRecommendedChars}
              multiline
              minRows={4}
              maxRows={16}
            />
          </>
        )}
      </LanguageTabs>
      <Typography variant="subtitle2" component="h3">
        {t('field.links')}
      </Typography>
      <Box sx={twoColumns}>
        {linkKinds.map((kind) => (
          <TextField
            key={kind}
            {...field(kind)}
            type="url"
            slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: 'https://' } }}
          />
        ))}
      </Box>
    </Box>
  )
}
