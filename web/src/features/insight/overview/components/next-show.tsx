import { isLive } from '@e-events/shared/domain/event-state.ts'
import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { count, date } from '@e-events/shared/ui/format.ts'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../../components/media/picture.tsx'
import { ProductStatus } from '../../../../components/media/product-status.tsx'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'

/** Shows the running or next show with its way to the studio: the first thing that an organizer looks for. */
export function NextShow({ product, href, children }: { product: OwnProduct; href: string; children?: ReactNode }) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const zone = useViewerZone()
  const id = useId()
  const { event } = product
  const runs = product.broadcast !== null || (event !== null && isLive(event.state))
  const isNear = runs || event?.state === 'room_open'
  const facts = [
    ...(runs ? [t('next.viewers', { count: product.viewers ?? 0, shown: count(product.viewers ?? 0, language) })] : []),
    t('next.tickets', { count: product.tickets, shown: count(product.tickets, language) }),
    product.channel.title,
  ]
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{
        mb: 3,
        p: 1.5,
        display: 'grid',
        gridTemplateColumns: { xs: '112px minmax(0,1fr)', md: '208px minmax(0,1fr) auto' },
        gap: { xs: 1.5, md: 2.5 },
        alignItems: 'center',
      }}
    >
      <Picture
        src={product.posterUrl}
        alt=""
        sizes="208px"
        fallback={{ title: product.title, kicker: product.channel.title }}
        sx={{ borderRadius: '10px' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="caption"
          component="div"
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}
        >
          {event?.state === 'coming' ? t('next.label') : <ProductStatus status={product.status} event={event} />}
          {!runs && event?.session && <span className="tabular">{date(event.session.startsAt, 'full', language, zone)}</span>}
        </Typography>
        <Typography variant="h4" component="h2" id={id} sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          <Link href={href} color="inherit" sx={{ color: 'text.primary', fontWeight: 'inherit' }}>
            {product.title}
          </Link>
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ mt: 0.25, color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
        {children}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, display: 'flex', gap: 1, '& > *': { flex: { xs: 1, md: 'none' } } }}>
        <Button href={paths.product(product.slug)}>{t('next.page')}</Button>
        <Button
          variant="contained"
          color={isNear ? 'primary' : 'inherit'}
          href={`${paths.studio}#/desk/${product.slug}`}
          startIcon={<VideocamOutlined />}
        >
          {t('next.studio')}
        </Button>
      </Box>
    </Card>
  )
}
