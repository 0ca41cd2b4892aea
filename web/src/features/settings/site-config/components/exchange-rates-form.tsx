import { exchangeRateSchema } from '@e-events/shared/contract/settings/exchange-rates.ts'
import { date, localeTags } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { SaveBar } from '../../../../components/forms/save-bar.tsx'
import { UnsavedGuard } from '../../../../components/forms/unsaved-guard.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { exchangeRatesResource } from '../resources.ts'
import { useEdited } from '../use-edited.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SectionSkeleton } from './site/switches-form.tsx'

/** Exchange rates of the euro, for prices that visitors see beside the real ones. Typed rates are of today. */
export function ExchangeRatesForm() {
  const { t } = useTranslation('site-config')
  const { t: tc } = useTranslation('common')
  const { api, queries, clock } = useServices()
  const snacks = useSnacks()
  const language = useLanguage()
  const { value: stored, save, ...edited } = useEdited(exchangeRatesResource(api, queries))
  const [typed, setTyped] = useState<Partial<Record<string, string>>>({})
  if (edited.loadError) return <LoadFailure error={edited.loadError} isLoading={edited.isLoading} onRetry={() => void edited.reload()} />
  if (!stored) return <SectionSkeleton rows={4} />
  const names = new Intl.DisplayNames(localeTags[language], { type: 'currency' })
  const shown = (perEuro: number) => perEuro.toLocaleString(localeTags[language], { maximumFractionDigits: 6, useGrouping: false })
  const rows = stored.rates.map((rate) => {
    const text = typed[rate.currency] ?? shown(rate.perEuro)
    const perEuro = toNumber(text)
    return {
      ...rate,
      text,
      wanted: perEuro,
      isChanged: text !== shown(rate.perEuro),
      isWrong: !exchangeRateSchema.shape.perEuro.safeParse(perEuro).success,
    }
  })
  const changed = rows.filter(({ isChanged }) => isChanged)
  const today = new Date(clock.nowMs()).toISOString().slice(0, 10)
  const submit = () =>
    save.mutate(
      { rates: changed.map(({ currency, wanted }) => ({ currency, perEuro: wanted, asOf: today })) },
      {
        onSuccess: () => {
          setTyped({})
          snacks.success({ id: 'ADMIN.PAGE.SAVE_SUCCESS' }, { key: 'ADMIN.PAGE.SAVE' })
        },
        onError: () => snacks.error({ id: 'ADMIN.PAGE.SAVE_ERROR' }, { key: 'ADMIN.PAGE.SAVE' }),
      },
    )
  return (
    <Box sx={{ mt: 3 }}>
      {edited.isConflict && <ConflictAlert isLoading={edited.isLoading} onReload={() => void edited.reload()} />}
      <FormSection title={t('rates.title')} note={t('rates.note')}>
        {stored.daily && (
          <Alert severity="info" role="note" sx={{ borderRadius: 0 }}>
            {t('rates.daily')}
          </Alert>
        )}
        <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } }}>
          {rows.map(({ currency, text, asOf, isChanged, isWrong }) => (
            <TextField
              key={currency}
              label={t('rates.one', { currency, name: names.of(currency) ?? currency })}
              value={text}
              disabled={save.isPending}
              error={isWrong}
              helperText={
                isWrong ? tc('rule.positive') : t('rates.asOf', { date: date(`${isChanged ? today : asOf}T12:00:00Z`, 'day', language) })
              }
              slotProps={{ htmlInput: { inputMode: 'decimal', className: 'tabular', autoComplete: 'off' } }}
              onChange={({ target }) => setTyped({ ...typed, [currency]: target.value })}
            />
          ))}
        </Box>
      </FormSection>
      <SaveBar
        label={t('rates.saveBar')}
        status={t(changed.length > 0 ? 'unsaved' : 'allSaved')}
        isDirty={changed.length > 0}
        isInvalid={rows.some(({ isWrong }) => isWrong)}
        isSaving={save.isPending}
        saveLabel={t('save')}
        discardLabel={t('discard')}
        onDiscard={() => setTyped({})}
        onSave={submit}
      />
      <UnsavedGuard when={changed.length > 0 && !save.isPending} />
    </Box>
  )
}

/** Comma or point before the decimals, nothing between thousands; NaN for what is no number. */
function toNumber(text: string): number {
  return /^\d{1,9}(?:[.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
}
