import { defaultCurrency } from '@e-events/shared/domain/currencies.ts'
import { channelSubscription, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { money } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../../components/forms/form-section.tsx'
import { PriceFields } from '../../fields/price-fields.tsx'
import { SwitchRow } from '../../../../components/forms/switch-row.tsx'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { basisPointsText, minorText, parseBasisPoints, parseMinor } from '../../../../lib/money.ts'
import { paymentsQuery } from '../queries.ts'
import { useSaveChannel } from '../use-save-channel.ts'
import { EditorForm, fieldStack } from './editor-form.tsx'

export function SubscriptionForm({ channel }: { channel: OwnChannelDetail }) {
  const { t } = useTranslation('channels')
  const { t: tc } = useTranslation('common')
  const language = useLanguage()
  const { api } = useServices()
  const payments = useQuery(paymentsQuery(api))
  // Not known: the server decides when it is saved.
  const isOffered = payments.data?.payments.monetize.subscriptionChannels ?? true
  const save = useSaveChannel(channel.slug)
  const stored = channel.subscription
  const { inPlatformSubscription: storedInPlatform } = channel
  const typed = {
    active: stored.active,
    inPlatform: storedInPlatform,
    net: minorText(stored.netMinor, language),
    tax: basisPointsText(stored.taxBasisPoints, language),
  }
  const [fields, setFields] = useState(typed)
  const [storedAs, setStoredAs] = useState(channel)
  const [touched, setTouched] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const net = parseMinor(fields.net)
  const taxBasisPoints = parseBasisPoints(fields.tax)
  const body = 'minor' in net && taxBasisPoints !== undefined ? { active: fields.active, netMinor: net.minor, taxBasisPoints } : undefined
  const isValid = body !== undefined && channelSubscription.safeParse(body).success
  const isDirty =
    body === undefined ||
    body.active !== stored.active ||
    body.netMinor !== stored.netMinor ||
    body.taxBasisPoints !== stored.taxBasisPoints ||
    fields.inPlatform !== storedInPlatform
  // Saved, here or in another tab of the browser: the stored values are shown unless something is being typed.
  if (storedAs !== channel) {
    setStoredAs(channel)
    if (!touched) setFields(typed)
  }
  const change = (part: Partial<typeof fields>) => {
    setTouched(true)
    setFields({ ...fields, ...part })
  }
  const discard = () => {
    setTouched(false)
    setFields(typed)
  }
  const submit = async () => {
    if (!body || !isValid) return
    setFailure(null)
    setSubmitting(true)
    try {
      await save({ subscription: body, ...(fields.inPlatform === storedInPlatform ? {} : { inPlatformSubscription: fields.inPlatform }) })
      setTouched(false)
    } catch (error) {
      setFailure(error)
    } finally {
      setSubmitting(false)
    }
  }
  const isClosed = !channel.allowed.edit
  const mayOffer = isOffered || stored.active
  const netFault = 'fault' in net ? net.fault : fields.active && net.minor === 0 ? 'positive' : undefined
  return (
    <EditorForm
      label={t('tab.subscription')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onDiscard={discard}
      state={{ isDirty, isSubmitting, isValid }}
      failure={failure}
      disabled={isClosed}
    >
      <FormSection title={t('section.subscription')} note={t('section.subscriptionNote')}>
        {!mayOffer && (
          <Alert severity="info" sx={{ borderRadius: 0 }}>
            {t('subscription.off')}
          </Alert>
        )}
        <SwitchRow
          label={t('subscription.active')}
          note={t('subscription.activeNote')}
          checked={fields.active}
          disabled={isClosed || !mayOffer}
          onChange={(active) => change({ active })}
        />
        <Box sx={fieldStack}>
          <PriceFields
            currency={defaultCurrency}
            net={fields.net}
            tax={fields.tax}
            onNet={(value) => change({ net: value })}
            onTax={(value) => change({ tax: value })}
            disabled={isClosed}
            required={fields.active}
            labels={{ net: t('subscription.net'), total: t('subscription.total') }}
            netError={netFault && tc(`rule.${netFault}`)}
            taxError={taxBasisPoints === undefined ? tc('rule.number') : undefined}
          />
          {stored.active && (
            <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
              {t('subscription.now', { price: money(stored.totalMinor, stored.currency, language) })}
            </Box>
          )}
        </Box>
      </FormSection>
      {(fields.inPlatform || storedInPlatform || payments.data?.payments.subscription.active) && (
        <FormSection title={t('section.platform')} note={t('section.platformNote')}>
          <SwitchRow
            label={t('subscription.inPlatform')}
            note={t('subscription.inPlatformNote')}
            checked={fields.inPlatform}
            disabled={isClosed}
            onChange={(inPlatform) => change({ inPlatform })}
          />
        </FormSection>
      )}
    </EditorForm>
  )
}
