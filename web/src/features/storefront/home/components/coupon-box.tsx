import { ApiError } from '@e-events/shared/contract/client.ts'
import { coupons } from '@e-events/shared/contract/sales/coupons.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { useServices, useSession } from '../../../../lib/services.ts'

/** Shaped like the thing it takes: a ticket with a torn edge. */
export function CouponBox() {
  const { t } = useTranslation('home')
  const headingId = useId()
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mx: 'var(--ee-gutter)', mt: { xs: 5, md: 7 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0,1fr) minmax(380px, 460px)' },
          bgcolor: 'surface.sunken',
          borderRadius: '20px',
          border: 1,
          borderColor: 'border.subtle',
          overflow: 'hidden',
        }}
      >
        <Box sx={{ p: { xs: 3, md: 5 } }}>
          <Typography variant="h2" id={headingId}>
            {t('coupon.title')}
          </Typography>
          <Typography sx={{ mt: 1, color: 'text.secondary', maxWidth: 460 }}>{t('coupon.text')}</Typography>
        </Box>
        <Box
          sx={{
            p: { xs: 3, md: 5 },
            pt: { xs: 0, md: 5 },
            display: 'grid',
            alignContent: 'center',
            borderLeft: { md: '2px dashed' },
            borderColor: { md: 'border.strong' },
          }}
        >
          {session.status === 'anonymous' ? (
            <Button variant="contained" color="inherit" href={paths.login(pathname)} sx={{ justifySelf: { md: 'start' } }}>
              {t('coupon.login')}
            </Button>
          ) : (
            <CouponForm />
          )}
        </Box>
      </Box>
    </Box>
  )
}

const codeRefusals: ReadonlySet<string> = new Set(['COUPON_NOT_FOUND', 'COUPON_INVALID', 'COUPON_REDEEMED', 'ALREADY_HAS_TICKET'])

/** The field for codes of every kind. `initial`: a code that a link brought. */
export function CouponForm({ initial = '' }: { initial?: string }) {
  const { t } = useTranslation('home')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const navigate = useNavigate()
  const [code, setCode] = useState(initial)
  const redeem = useMutation({
    mutationFn: () => api.call(coupons.redeem, { body: { code: code.trim() } }),
    // Where something is left to pay, the checkout goes on with the price that is held.
    onSuccess: (outcome) =>
      navigate(outcome.kind === 'access' ? paths.product(outcome.ticket.product.slug) : paths.checkout(outcome.product.slug, outcome.code)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !redeem.isPending) redeem.mutate()
  }
  // A fault of the code stands at the field, anything else above it.
  const { error } = redeem
  const isOfCode = error instanceof ApiError && codeRefusals.has(error.code)
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      {error !== null && !isOfCode && <FailureAlert error={error} failure="unexpected" />}
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          label={t('coupon.code')}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            redeem.reset()
          }}
          error={isOfCode}
          helperText={isOfCode ? explainError(error, tc).text : undefined}
          fullWidth
          slotProps={{ htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 80 } }}
        />
        <Button
          type="submit"
          variant="contained"
          color="inherit"
          disabled={code.trim() === ''}
          loading={redeem.isPending}
          sx={{ mt: '26px', flexShrink: 0 }}
        >
          {t('coupon.redeem')}
        </Button>
      </Box>
    </Box>
  )
}
