import { accessCodeText } from '@e-events/shared/contract/catalogue/products.ts'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { CouponForm } from '../../../features/storefront/home/components/coupon-box.tsx'
import { useSession } from '../../../lib/services.ts'

/** Where the mail of a gift leads: its code is typed in already. */
export function Component() {
  const { t } = useTranslation('home')
  const [params] = useSearchParams()
  const session = useSession()
  const code = accessCodeText.safeParse(params.get('code')).data ?? ''
  useDocumentMeta({ title: t('redeem.title'), noIndex: true })
  return (
    <Page maxWidth={640} sx={{ pt: { xs: 3, md: 6 } }}>
      <Typography variant="h1">{t('redeem.title')}</Typography>
      <Typography sx={{ mt: 1, mb: 4, color: 'text.secondary' }}>{t('redeem.text')}</Typography>
      <Card sx={{ p: { xs: 2.5, md: 4 }, borderRadius: '16px' }}>
        {session.status === 'anonymous' ? (
          <Button variant="contained" size="large" fullWidth href={paths.login(paths.redeem(code))}>
            {t('coupon.login')}
          </Button>
        ) : (
          <CouponForm initial={code} />
        )}
      </Card>
    </Page>
  )
}
