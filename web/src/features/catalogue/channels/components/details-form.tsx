import { channelLinkKinds, updateChannelBody, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountedField } from '../../../../components/forms/counted-field.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { LanguageTabs } from '../../fields/language-tabs.tsx'
import { OriginalLanguageField } from '../../fields/original-language-field.tsx'
import { TagsField } from '../../fields/tags-field.tsx'
import { contractResolver, fieldWords, replaceTyped, showRefusal } from '../../../../lib/form.ts'
import { translationsOf, withOriginal } from '../../../../lib/translations.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'
import { useSaveChannel } from '../use-save-channel.ts'
import { ClassificationField } from './classification-field.tsx'
import { EditorForm, fieldStack, twoColumns } from './editor-form.tsx'

const schema = updateChannelBody
  .pick({
    title: true,
    slug: true,
    shortDescription: true,
    language: true,
    translations: true,
    businessName: true,
    classification: true,
    tags: true,
    marketplaceUrl: true,
  })
  .required()
  .extend(updateChannelBody.shape.links.unwrap().shape)
type Fields = z.input<typeof schema>
const noTexts = { shortDescription: '' }
const addresses = [...channelLinkKinds, 'marketplaceUrl'] as const

interface DetailsFormProps {
  channel: OwnChannelDetail
  /** After the address changed: the page's own address is another one. */
  onRenamed: (slug: string) => void
}

export function DetailsForm({ channel, onRenamed }: DetailsFormProps) {
  const { t } = useTranslation('channels')
  const { t: tc } = useTranslation('common')
  const save = useSaveChannel(channel.slug)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(schema, { nullable: ['businessName', 'classification', ...addresses] }),
    values: fieldsOf(channel),
    // An answer of another tab must not throw away what is being typed here.
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit(async ({ website, youtube, instagram, facebook, twitter, spotify, slug, ...fields }) => {
    setFailure(null)
    const links = { website, youtube, instagram, facebook, twitter, spotify }
    try {
      const saved = await save({ ...fields, links, ...(slug === channel.slug ? {} : { slug }) })
      form.reset(fieldsOf(saved), replaceTyped)
      if (saved.slug !== channel.slug) onRenamed(saved.slug)
    } catch (error) {
      const refusal = {
        setError: form.setError,
        fields: Object.keys(form.getValues()),
        of: { SLUG_TAKEN: ['slug', 'slug_taken'] as const },
      }
      if (!showRefusal(error, refusal)) setFailure(error)
    }
  })
  const [language, shortDescription, translations, classification] = useWatch({
    control: form.control,
    name: ['language', 'shortDescription', 'translations', 'classification'],
  })
  const changeLanguage = (next: Language) => {
    const words = withOriginal({ language, texts: { shortDescription }, translations }, next, noTexts)
    const options = { shouldDirty: true, shouldValidate: true }
    form.setValue('language', next, options)
    form.setValue('shortDescription', words.texts.shortDescription, options)
    form.setValue('translations', words.translations, options)
  }
  const isClosed = !channel.allowed.edit
  const propsOf = useFieldProps(form)
  const field = (name: Exclude<keyof Fields, 'tags' | 'language' | 'translations'>, help?: string) => ({
    ...propsOf(name, t(addresses.some((known) => known === name) ? `field.link.${name as 'website'}` : `field.${name as 'title'}`), help),
    disabled: isClosed,
  })
  return (
    <EditorForm
      label={t('tab.details')}
      onSubmit={(event) => void submit(event)}
      onDiscard={() => form.reset(fieldsOf(channel), replaceTyped)}
      state={form.formState}
      failure={failure}
      disabled={isClosed}
    >
      <FormSection title={t('section.identity')} note={t('section.identityNote')}>
        <Box sx={fieldStack}>
          <Box sx={twoColumns}>
            <TextField {...field('title')} required slotProps={{ htmlInput: { maxLength: limits.channelTitleChars } }} />
            <TextField
              {...field('slug', t(channel.allowed.rename ? 'field.slugHelp' : 'field.slugFrozen'))}
              required
              disabled={!channel.allowed.rename}
              slotProps={{ htmlInput: { maxLength: limits.slugChars, autoCapitalize: 'none', spellCheck: false } }}
            />
          </Box>
          <OriginalLanguageField value={language} onChange={changeLanguage} disabled={isClosed} />
          <LanguageTabs
            main={language}
            isWrong={(one) => (one === language ? errors.shortDescription : errors.translations?.[one]) !== undefined}
          >
            {(one) => (
              <CountedField
                {...(one === language
                  ? field('shortDescription')
                  : propsOf(`translations.${one}.shortDescription`, t('field.shortDescription')))}
                disabled={isClosed}
                value={one === language ? shortDescription : (translations[one]?.shortDescription ?? '')}
                max={limits.channelShortDescriptionChars}
                multiline
                minRows={3}
              />
            )}
          </LanguageTabs>
          <Box sx={twoColumns}>
            <TextField {...field('businessName', t('field.businessNameHelp'))} />
            <ClassificationField
              {...form.register('classification')}
              disabled={isClosed}
              value={classification ?? ''}
              current={channel.classification}
              error={fieldWords(errors.classification, tc)}
            />
          </Box>
          <Controller
            control={form.control}
            name="tags"
            render={({ field: { value, onChange, onBlur } }) => (
              <TagsField
                label={t('field.tags')}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                maxTags={20}
                maxChars={40}
                disabled={isClosed}
                error={errors.tags !== undefined}
              />
            )}
          />
        </Box>
      </FormSection>
      <FormSection title={t('section.links')} note={t('section.linksNote')}>
        <Box sx={{ ...fieldStack, ...twoColumns }}>
          {addresses.map((name) => (
            <TextField
              key={name}
              {...field(name)}
              type="url"
              slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: 'https://' } }}
            />
          ))}
        </Box>
      </FormSection>
    </EditorForm>
  )
}

function fieldsOf(channel: OwnChannelDetail): Fields {
  const { title, slug, language, shortDescription, tags, links } = channel
  return {
    title,
    slug,
    language,
    shortDescription,
    translations: translationsOf(channel, noTexts),
    tags,
    businessName: channel.businessName ?? '',
    classification: channel.classification?.slug ?? '',
    marketplaceUrl: channel.marketplaceUrl ?? '',
    website: links.website ?? '',
    youtube: links.youtube ?? '',
    instagram: links.instagram ?? '',
    facebook: links.facebook ?? '',
    twitter: links.twitter ?? '',
    spotify: links.spotify ?? '',
  }
}
