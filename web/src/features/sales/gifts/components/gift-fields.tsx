import { giftWishSchema, type GiftWish } from '@e-events/shared/contract/sales/gifts.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../../../components/forms/date-field.tsx'

/** Fields as they are typed. */
export interface GiftText {
  recipientName: string
  recipientEmail: string
  message: string
  deliverOn: string
}
export const noGift: GiftText = { recipientName: '', recipientEmail: '', message: '', deliverOn: '' }

/** The wish that was typed; undefined while something is missing or wrong. */
export function toGiftWish(text: GiftText): GiftWish | undefined {
  return giftWishSchema.safeParse({ ...text, deliverOn: text.deliverOn === '' ? null : text.deliverOn }).data
}

/** Recipient of a gift, and when the code is mailed. */
export function GiftFields({ value, onChange }: { value: GiftText; onChange: (value: GiftText) => void }) {
  const { t } = useTranslation('gifts')
  const [left, setLeft] = useState<ReadonlySet<keyof GiftText>>(new Set())
  const put = (name: keyof GiftText) => (text: string) => onChange({ ...value, [name]: text })
  const isWrong = (name: 'recipientName' | 'recipientEmail') => left.has(name) && !giftWishSchema.shape[name].safeParse(value[name]).success
  const leave = (name: keyof GiftText) => () => setLeft(new Set([...left, name]))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        label={t('field.name')}
        required
        value={value.recipientName}
        onChange={(event) => put('recipientName')(event.target.value)}
        onBlur={leave('recipientName')}
        error={isWrong('recipientName')}
        helperText={isWrong('recipientName') ? t('field.nameWrong') : undefined}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      <TextField
        label={t('field.email')}
        required
        type="email"
        value={value.recipientEmail}
        onChange={(event) => put('recipientEmail')(event.target.value)}
        onBlur={leave('recipientEmail')}
        error={isWrong('recipientEmail')}
        helperText={isWrong('recipientEmail') ? t('field.emailWrong') : undefined}
        slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off', inputMode: 'email' } }}
      />
      <TextField
        label={t('field.message')}
        multiline
        minRows={2}
        value={value.message}
        onChange={(event) => put('message')(event.target.value)}
        helperText={t('field.messageNote')}
        slotProps={{ htmlInput: { maxLength: limits.giftMessageChars } }}
      />
      <DateField label={t('field.day')} value={value.deliverOn} onChange={put('deliverOn')} />
    </Box>
  )
}
