import { channelLinkKinds, updateChannelBody, type OwnChannelDetail } from '@e-events/shared/contract/channels.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountedField } from '../../../components/counted-field.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import { LanguageTabs } from '../../../components/language-tabs.tsx'
import { TagsField } from '../../../components/tags-field.tsx'
import { contractResolver, fieldWords, showRefusal } from '../../../lib/form.ts'
import { translationsOf } from '../../../lib/translations.ts'
import { useFieldProps } from '../../../lib/use-field-props.ts'
import { useSaveChannel } from '../use-save-channel.ts'
import { ClassificationField } from './classification-field.tsx'
import { EditorForm, fieldStack, twoColumns } from './editor-form.tsx'

const schema = updateChannelBody
  .pick({
    title: true,
    slug: true,
    shortDescription: true,
    translations: true,
    businessName: true,
    classification: true,
    tags: true,
    marketplaceUrl: true,
  })
  .required()
  .extend(updateChannelBody.shape.links.unwrap().shape)
type Fields = z.input<typeof schema>
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
      form.reset(fieldsOf(saved))
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
  const [shortDescription, translations, classification] = useWatch({
    control: form.control,
    name: ['shortDescription', 'translations', 'classification'],
  })
  const isClosed = !channel.allowed.edit
  const propsOf = useFieldProps(form)
  const field = (name: Exclude<keyof Fields, 'tags' | 'translations'>, help?: string) => ({
    ...propsOf(name, t(addresses.some((known) => known === name) ? `field.link.${name as 'website'}` : `field.${name as 'title'}`), help),
    disabled: isClosed,
  })
  return (
    <EditorForm
      label={t('tab.details')}
      onSubmit={(event) => void submit(event)}
      onDiscard={() => form.reset(fieldsOf(channel))}
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
          <LanguageTabs
            main={channel.language}
            isWrong={(language) =>
              (language === channel.language ? errors.shortDescription : errors.translations?.[language]) !== undefined
            }
          >
            {(language) => (
              <CountedField
                {...(language === channel.language
                  ? field('shortDescription')
                  : propsOf(`translations.${language}.shortDescription`, t('field.shortDescription')))}
                disabled={isClosed}
                value={language === channel.language ? shortDescription : (translations[language]?.shortDescription ?? '')}
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
  const { title, slug, shortDescription, tags, links } = channel
  return {
    title,
    slug,
    shortDescription,
    translations: translationsOf(channel, { shortDescription: '' }),
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
