import { hasRole } from '@e-events/shared/domain/roles.ts'
import { paths } from '@e-events/shared/domain/addresses.ts'
import type { SessionUser } from '@e-events/shared/contract/people/auth.ts'
import { ownProducts, type OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { LiveBadge } from '@e-events/shared/ui/badges.tsx'
import { Brand } from '@e-events/shared/ui/brand.tsx'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import CloudOffRounded from '@mui/icons-material/CloudOffRounded'
import EventBusyRounded from '@mui/icons-material/EventBusyRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../components/language-switch.tsx'
import { useSnack } from '../components/snack.tsx'
import { wordsOf } from '../lib/errors.ts'
import { useLanguage } from '../lib/i18n.ts'
import { useServices } from '../lib/services.ts'
import { ProductRow } from './product-row.tsx'

/** The organizer's own live products, next session first (LIVE-008). */
export function ProductsScreen({ user }: { user: SessionUser }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const language = useLanguage()
  const isProducer = hasRole(user.roles, 'PRODUCER')
  const input = { query: { type: 'broadcast', limit: 100, language } } as const
  const list = useQuery({
    queryKey: queryKey(ownProducts.listOwn, input),
    queryFn: () => api.call(ownProducts.listOwn, input),
    enabled: isProducer,
    // A show that is ended elsewhere is not offered here for longer than that.
    refetchInterval: 4_000,
  })
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={{
          height: 60,
          px: { xs: 2, sm: 3 },
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          borderBottom: 1,
          borderColor: 'border.subtle',
          bgcolor: 'surface.sunken',
        }}
      >
        <Brand size={26} />
        <Box sx={{ flex: 1 }} />
        <Typography variant="body2" noWrap sx={{ display: { xs: 'none', sm: 'block' }, color: 'text.secondary', mr: 1 }}>
          {user.user}
        </Typography>
        <LanguageSwitch />
        <Tooltip title={t('shell.logout')}>
          <IconButton aria-label={t('shell.logout')} onClick={() => void session.logout().catch(() => undefined)}>
            <LogoutRounded />
          </IconButton>
        </Tooltip>
      </Box>
      <Box
        component="main"
        data-density="comfortable"
        sx={{ width: 'min(1040px, 100%)', mx: 'auto', px: { xs: 2, sm: 3 }, py: { xs: 3, md: 5 } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2, mb: 3 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h2" component="h1">
              {t('products.title')}
            </Typography>
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {t('products.lead')}
            </Typography>
          </Box>
          {isProducer && (
            <Tooltip title={t('products.refresh')}>
              <IconButton aria-label={t('products.refresh')} onClick={() => void list.refetch()}>
                <RefreshRounded />
              </IconButton>
            </Tooltip>
          )}
        </Box>
        {isProducer ? (
          <List
            items={list.data?.items}
            error={list.error}
            retry={() => void list.refetch()}
            words={list.error ? wordsOf(list.error, t, language) : ''}
          />
        ) : (
          <Notice icon={PersonOffOutlined} title={t('products.viewerTitle')}>
            {t('products.viewerText')}
          </Notice>
        )}
      </Box>
    </Box>
  )
}

/** Events are made on the platform: there, in its own tab or in the system's browser. */
function CreateEvent() {
  const { t } = useTranslation()
  const { platform } = useServices()
  const show = useSnack()
  const open = async () => platform.openLink(new URL(paths.newProduct, (await platform.server.origin()) ?? undefined).href)
  return (
    <Button variant="contained" color="inherit" onClick={() => void open().catch(() => show(t('errors.unknown')))}>
      {t('products.create')}
    </Button>
  )
}

interface ListProps {
  items: readonly OwnProduct[] | undefined
  error: Error | null
  words: string
  retry(): void
}

function List({ items, error, words, retry }: ListProps) {
  const { t } = useTranslation()
  if (!items && error)
    return (
      <Notice icon={CloudOffRounded} tone="red" title={t('products.failed')} actions={<Button onClick={retry}>{t('shell.retry')}</Button>}>
        {words}
      </Notice>
    )
  if (!items) return <Loading />
  if (items.length === 0)
    return (
      <Notice icon={EventBusyRounded} title={t('products.emptyTitle')} actions={<CreateEvent />}>
        {t('products.emptyText')}
      </Notice>
    )
  const airing = items.filter((item) => item.broadcast !== null)
  const others = items.filter((item) => item.broadcast === null)
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {airing.length > 0 && (
        <Box component="section" aria-labelledby="airing">
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, mb: 1.5 }}>
            <Typography variant="h4" component="h2" id="airing">
              {t('products.airing')}
            </Typography>
            <LiveBadge label={t('air.live')} size="sm" />
          </Box>
          <Rows items={airing} heading="h3" />
        </Box>
      )}
      {others.length > 0 && (
        <Box component="section" aria-label={t('products.title')}>
          <Rows items={others} heading="h2" />
        </Box>
      )}
    </Box>
  )
}

const Rows = ({ items, heading }: { items: readonly OwnProduct[]; heading: 'h2' | 'h3' }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
    {items.map((item) => (
      <ProductRow key={item.id} product={item} heading={heading} />
    ))}
  </Box>
)

function Loading() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('shell.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      {[0, 1, 2].map((row) => (
        <Box key={row} sx={{ display: 'flex', gap: 2, p: 1.5, border: 1, borderColor: 'border.subtle', borderRadius: '14px' }}>
          <Skeleton variant="rounded" sx={{ width: 168, height: 94.5, flexShrink: 0 }} />
          <Box sx={{ flex: 1, pt: 1 }}>
            <Skeleton width="45%" height={26} />
            <Skeleton width="30%" />
          </Box>
        </Box>
      ))}
    </Box>
  )
}
