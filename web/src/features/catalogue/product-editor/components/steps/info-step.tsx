import { languages } from '@e-events/shared/domain/language.ts'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../../../../components/forms/switch-row.tsx'
import { languageNames } from '../../../../../config/language-names.ts'
import { useServices } from '../../../../../lib/services.ts'
import { useEditor } from '../../editor-context.ts'
import { productTypesQuery } from '../../queries.ts'
import { BoundSelect, BoundText, useField } from '../bound-fields.tsx'
import { ChannelPicker } from '../channel-picker.tsx'
import { FrozenNote } from '../frozen-note.tsx'
import { StepCard, twoColumns } from '../step-card.tsx'
import { SupportLink } from '../support-link.tsx'
import { TypeCards } from '../type-cards.tsx'

/** Where it belongs and what it is. */
export function InfoStep() {
  const { t } = useTranslation('product-editor')
  const { api } = useServices()
  const { product, fixedType, form } = useEditor()
  const types = useQuery(productTypesQuery(api))
  const { field: type, error } = useField('type')
  const isFrozen = product?.frozen.includes('type') ?? false
  return (
    <>
      <StepCard title={t('info.title')} note={t('info.note')}>
        {isFrozen && <FrozenNote>{t('info.frozen')}</FrozenNote>}
        <ChannelPicker disabled={product?.frozen.includes('channel') ?? false} />
        {fixedType === null && (
          <TypeCards
            value={type.value}
            onChange={(next) => form.form.setValue('type', next, { shouldValidate: true, shouldTouch: true, shouldDirty: true })}
            onBlur={type.onBlur}
            mine={types.data?.mine ?? (types.isError ? [] : undefined)}
            disabled={isFrozen}
            error={error}
          />
        )}
      </StepCard>
      {form.fields.type === 'live' && <FakeLive />}
      <StepCard title={t('info.address')}>
        <Box sx={twoColumns}>
          <BoundText
            name="slug"
            label={t('info.slug')}
            placeholder={t('info.slugPlaceholder')}
            disabled={product?.frozen.includes('slug') ?? false}
            helperText={t(product?.frozen.includes('slug') ? 'info.slugFrozen' : 'info.slugNote')}
            slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' } }}
          />
          {product === null && (
            <BoundSelect
              name="language"
              label={t('info.language')}
              helperText={t('info.languageNote')}
              options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
            />
          )}
        </Box>
      </StepCard>
    </>
  )
}

/** A recording shown in lock-step with the clock: staff arranges it (CAT-091). */
function FakeLive() {
  const { t } = useTranslation('product-editor')
  const { area } = useEditor()
  const { field } = useField('fakeLive')
  return (
    <StepCard title={t('fakeLive.title')} flush>
      <SwitchRow
        label={t('fakeLive.label')}
        note={area === 'manage' ? t('fakeLive.note') : <SupportLink text={t('fakeLive.support', { email: '{email}' })} />}
        checked={field.value}
        disabled={area !== 'manage'}
        onChange={field.onChange}
      />
    </StepCard>
  )
}
