import { ApiError } from '@e-events/shared/contract/client.ts'
import { productCodes } from '@e-events/shared/contract/sales/product-codes.ts'
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

function CouponForm() {
  const { t } = useTranslation('home')
  const { api } = useServices()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const redeem = useMutation({
    mutationFn: () => api.call(productCodes.redeem, { body: { code: code.trim() } }),
    onSuccess: ({ product }) => navigate(paths.product(product.slug)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !redeem.isPending) redeem.mutate()
  }
  // A malformed code gets the same text as an unknown one.
  const { error } = redeem
  const isUnknown = error instanceof ApiError && (error.code === 'VALIDATION_FAILED' || error.code === 'COUPON_NOT_FOUND')
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 1.5 }}>
      {error !== null && !isUnknown && <FailureAlert error={error} failure="unexpected" />}
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          label={t('coupon.code')}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            redeem.reset()
          }}
          error={isUnknown}
          helperText={isUnknown ? t('coupon.unknown') : undefined}
          fullWidth
          slotProps={{ htmlInput: { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false, maxLength: 40 } }}
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
