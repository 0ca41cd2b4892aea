import type { PaymentStep } from '@e-events/shared/contract/sales/money/paying.ts'
import { useScheme } from '@e-events/shared/ui/theme/mode.ts'
import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'

interface StripeFormProps {
  step: Extract<PaymentStep, { provider: 'stripe' }>
  /** The amount, as it is shown. */
  total: string
  onDone: (returnUrl: string) => void
  /** Shows it anew. */
  onRetry: () => void
}

type Mounted = { stripe: Stripe; elements: StripeElements } | 'loading' | 'failed'

/**
 * The form of the payment service, in a frame of its own: numbers of cards never reach this site. Its script is loaded
 * here and nowhere else.
 */
export function StripeForm({ step, total, onDone, onRetry }: StripeFormProps) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const isDark = useScheme() === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<Mounted>('loading')
  const [isReady, setReady] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { publicKey, clientSecret, asksOwner, returnUrl } = step
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })

  useEffect(() => {
    let isOver = false
    let unmount = () => {}
    const mount = async () => {
      const stripe = await loadStripe(publicKey, { locale: language })
      if (isOver || !place.current) return
      if (!stripe) return setForm('failed')
      if (asksOwner) {
        // The question of the bank about a saved card. Not answered, another card can be given below.
        const { error } = await stripe.handleNextAction({ clientSecret })
        if (isOver) return
        if (!error) return done.current(returnUrl)
        setFailure(error.message ?? null)
      }
      const elements = stripe.elements({
        clientSecret,
        locale: language,
      })
      const element = elements.create('payment', { layout: 'tabs' })
      element.on('ready', () => setReady(true))
      element.on('loaderror', () => setForm('failed'))
      element.mount(place.current)
      unmount = () => element.destroy()
      setForm({ stripe, elements })
    }
    mount().catch(() => {
      if (!isOver) setForm('failed')
    })
    return () => {
      isOver = true
      setReady(false)
      unmount()
    }
  }, [publicKey, clientSecret, language, asksOwner, returnUrl])

  // Changed in place: what was typed stays.
  useEffect(() => {
    if (typeof form === 'string') return
    void form.elements.update({
      appearance: { theme: isDark ? 'night' : 'stripe', variables: { borderRadius: '10px', fontSizeBase: '15px' } },
    })
  }, [form, isDark])

  const pay = async () => {
    if (typeof form === 'string' || isPaying) return
    setPaying(true)
    setFailure(null)
    const { error } = await form.stripe.confirmPayment({
      elements: form.elements,
      confirmParams: { return_url: new URL(step.returnUrl, location.origin).href },
      // Methods that need no other page stay here.
      redirect: 'if_required',
    })
    if (!error) return onDone(step.returnUrl)
    setPaying(false)
    setFailure(error.message ?? t('failed'))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pay().catch(() => {
      setPaying(false)
      setFailure(t('failed'))
    })
  }

  if (form === 'failed')
    return (
      <Alert
        severity="error"
        role="alert"
        action={
          <Button color="inherit" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {t('blocked')}
      </Alert>
    )
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {!isReady && (
        <>
          <Box role="status" className="visually-hidden">
            {t('loading')}
          </Box>
          <Skeleton variant="rounded" sx={{ height: 220 }} />
        </>
      )}
      <Box ref={place} sx={{ minHeight: isReady ? 220 : 0 }} />
      {failure !== null && (
        <Alert severity="error" role="alert">
          <AlertTitle>{t('error')}</AlertTitle>
          {failure}
        </Alert>
      )}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={!isReady}
        loading={isPaying}
        className="tabular"
      >
        {t('pay', { total })}
      </Button>
    </Box>
  )
}
