import { account, updateMyDataBody, type MyData } from '@e-events/shared/contract/people/account.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { CountryField } from '../../../../components/forms/country-field.tsx'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { ZoneField } from '../../../../components/forms/zone-field.tsx'
import { languageNames } from '../../../../config/language-names.ts'
import { contractResolver, replaceTyped, showRefusal } from '../../../../lib/form.ts'
import { useServices } from '../../../../lib/services.ts'
import { useFieldProps } from '../../../../lib/use-field-props.ts'
import { useLearnMyData } from '../use-my-data.ts'
import { AvatarField } from './avatar-field.tsx'
import { BlockForm, twoColumns } from './block-form.tsx'

const links = ['web', 'instagram', 'youtube', 'facebook', 'twitter', 'linkedin'] as const
const formSchema = updateMyDataBody
  .pick({ name: true, surname: true, country: true, language: true, timezone: true, description: true })
  .extend(updateMyDataBody.pick({ web: true, instagram: true, youtube: true, facebook: true, twitter: true, linkedin: true }).shape)
  .required()
type Fields = z.input<typeof formSchema>

interface GeneralInfoProps {
  data: MyData
  /** The interface follows the language that was saved. */
  onLanguage: (language: MyData['language']) => void
}

export function GeneralInfo({ data, onLanguage }: GeneralInfoProps) {
  const { t } = useTranslation('account')
  const { api, preferences } = useServices()
  const learn = useLearnMyData()
  const snacks = useSnacks()
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm<Fields>({
    mode: 'onTouched',
    resolver: contractResolver(formSchema, { nullable: ['country', ...links] }),
    values: fieldsOf(data),
    // An answer of another block must not throw away what is being typed here.
    resetOptions: { keepDirtyValues: true },
  })
  const { dirtyFields } = form.formState
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    const changed = Object.fromEntries(Object.entries(fields).filter(([name]) => name in dirtyFields))
    try {
      const saved = await api.call(account.update, { body: changed })
      form.reset(fieldsOf(saved), replaceTyped)
      learn(saved)
      if ('timezone' in changed) preferences.chooseTimeZone(saved.timezone)
      if ('language' in changed) onLanguage(saved.language)
      snacks.success(t('saved'), { key: 'my-data' })
    } catch (error) {
      if (!showRefusal(error, { setError: form.setError, fields: Object.keys(fields) })) setFailure(error)
    }
  })
  const propsOf = useFieldProps(form)
  const field = (name: keyof Fields) => propsOf(name, t(`general.${name}`))
  return (
    <FormSection title={t('general.title')} note={t('general.note')}>
      <AvatarField data={data} />
      <BlockForm onSubmit={(event) => void submit(event)} submitLabel={t('save')} state={form.formState} failure={failure}>
        <Box sx={twoColumns}>
          <TextField required {...field('name')} slotProps={{ htmlInput: { autoComplete: 'given-name' } }} />
          <TextField {...field('surname')} slotProps={{ htmlInput: { autoComplete: 'family-name' } }} />
          <CountryField {...field('country')} emptyLabel={t('general.choose')} />
          <TextField {...field('language')} select slotProps={{ select: { native: true } }}>
            {languages.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </TextField>
          <Controller
            control={form.control}
            name="timezone"
            render={({ field: { value, onChange, onBlur } }) => {
              const { label, error, helperText } = field('timezone')
              return <ZoneField {...{ label, error, helperText, value, onChange, onBlur }} sx={{ gridColumn: '1 / -1' }} />
            }}
          />
        </Box>
        <TextField {...field('description')} multiline minRows={3} maxRows={12} />
        <Typography variant="subtitle2" component="h3">
          {t('general.social')}
        </Typography>
        <Box sx={twoColumns}>
          {links.map((link) => (
            <TextField
              key={link}
              {...field(link)}
              type="url"
              slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: 'https://' } }}
            />
          ))}
        </Box>
      </BlockForm>
    </FormSection>
  )
}

function fieldsOf(data: MyData): Fields {
  const { name, surname, language, timezone, description } = data
  return {
    name,
    surname,
    language,
    timezone,
    description,
    country: data.country ?? '',
    web: data.web ?? '',
    instagram: data.instagram ?? '',
    youtube: data.youtube ?? '',
    facebook: data.facebook ?? '',
    twitter: data.twitter ?? '',
    linkedin: data.linkedin ?? '',
  }
}
