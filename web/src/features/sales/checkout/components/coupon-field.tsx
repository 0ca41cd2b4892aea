import { coupons, type RedeemedCoupon } from '@e-events/shared/contract/sales/coupons.ts'
import type { Checkout } from '@e-events/shared/contract/sales/orders.ts'
import { date } from '@e-events/shared/ui/format.ts'
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explainError } from '../../../../lib/error-words.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'

interface CouponFieldProps {
  slug: string
  /** The coupon that the price has already. */
  applied: Checkout['coupon']
  onRedeemed: (outcome: RedeemedCoupon) => void
  onRemove: () => void
}

/** Takes a coupon or an access code of the product of this checkout. */
export function CouponField({ slug, applied, onRedeemed, onRemove }: CouponFieldProps) {
  const { t } = useTranslation('checkout')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const [code, setCode] = useState('')
  const redeem = useMutation({
    mutationFn: () => api.call(coupons.redeem, { body: { code: code.trim(), productSlug: slug } }),
    onSuccess: (outcome) => {
      setCode('')
      onRedeemed(outcome)
    },
  })
  const submit = () => {
    if (code.trim() !== '' && !redeem.isPending) redeem.mutate()
  }
  if (applied)
    return (
      <Box
        sx={{
          px: 2,
          py: 1.25,
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          border: 1,
          borderColor: 'border.strong',
          borderRadius: '10px',
          typography: 'body2',
        }}
      >
        <LocalOfferOutlined fontSize="small" aria-hidden />
        <Box role="status" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {t('coupon.applied', { code: applied.code })}
          {applied.session && (
            <Box sx={{ color: 'text.secondary' }}>
              {t('coupon.session', { time: date(applied.session.startsAt, 'dayTime', language, applied.session.timezone) })}
            </Box>
          )}
        </Box>
        <Button size="small" variant="text" onClick={onRemove}>
          {t('coupon.remove')}
        </Button>
      </Box>
    )
  const { error } = redeem
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        label={t('coupon.code')}
        value={code}
        onChange={({ target }) => {
          setCode(target.value)
          redeem.reset()
        }}
        // Enter redeems the code; the form around it would pay.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          submit()
        }}
        error={error !== null}
        helperText={error === null ? undefined : explainError(error, tc).text}
        slotProps={{
          htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 80 },
          formHelperText: { role: 'alert' },
        }}
      />
      <Button disabled={code.trim() === ''} loading={redeem.isPending} onClick={submit} sx={{ mt: '26px', flexShrink: 0, minHeight: 44 }}>
        {t('coupon.redeem')}
      </Button>
    </Box>
  )
}
