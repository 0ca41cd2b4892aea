import type { ProductDetail } from '@e-events/shared/contract/catalogue/products.ts'
import { date } from '@e-events/shared/ui/format.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../../config/paths.ts'
import { explainError } from '../../../../lib/error-words.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices, useSession } from '../../../../lib/services.ts'
import { entryQuery, waitMutation } from '../queries.ts'

type Product = Pick<ProductDetail, 'slug' | 'plan'>

/** For what is sold out: a place in line, the offer once it is one's turn, and the way out of it. */
export function WaitingPanel({ product }: { product: Product }) {
  const { t } = useTranslation('stock')
  const isLoggedIn = useSession().status === 'authenticated'
  return (
    <Box role="group" aria-label={t('label')} sx={{ display: 'grid', gap: 1 }}>
      {isLoggedIn ? (
        <Place product={product} />
      ) : (
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {t('text')}
          </Typography>
          <Button variant="contained" color="inherit" fullWidth href={paths.login(paths.product(product.slug))}>
            {t('login')}
          </Button>
        </>
      )}
    </Box>
  )
}

function Place({ product: { slug, plan } }: { product: Product }) {
  const { t } = useTranslation('stock')
  const { t: tc } = useTranslation('common')
  const { api, queries } = useServices()
  const language = useLanguage()
  const { data } = useQuery(entryQuery(api, slug))
  const act = useMutation(waitMutation(api, queries, slug))
  const words = act.isError ? explainError(act.error, tc) : undefined
  if (!data) return null
  const { entry } = data
  const leave = (
    <Button variant="text" size="small" color="inherit" loading={act.isPending} onClick={() => act.mutate('leave')}>
      {t('leave')}
    </Button>
  )
  return (
    <>
      {words && (
        <Alert severity="error" role="alert">
          {words.text}
        </Alert>
      )}
      {entry?.status === 'offered' && entry.offerEndsAt !== null ? (
        <>
          <Alert severity="success" role="status">
            {t('offered', { date: date(entry.offerEndsAt, 'dayTime', language) })}
          </Alert>
          {plan === 'paid' && (
            <Button variant="contained" color="primary" size="large" fullWidth href={paths.checkout(slug)}>
              {t('take')}
            </Button>
          )}
          {leave}
        </>
      ) : entry?.status === 'waiting' && entry.position !== null ? (
        <>
          <Typography role="status" className="tabular" sx={{ m: 0 }}>
            {t('position', { position: entry.position })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {t('waiting')}
          </Typography>
          {leave}
        </>
      ) : (
        <>
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary', textWrap: 'pretty' }}>
            {t(entry?.status === 'passed' ? 'passed' : 'text')}
          </Typography>
          <Button variant="contained" color="inherit" fullWidth loading={act.isPending} onClick={() => act.mutate('join')}>
            {t('join')}
          </Button>
        </>
      )}
    </>
  )
}
