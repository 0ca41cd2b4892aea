import { broadcasts } from '@e-events/shared/contract/live/broadcasts.ts'
import { ApiError } from '@e-events/shared/contract/client.ts'
import { ownProducts, type OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import CloudOffRounded from '@mui/icons-material/CloudOffRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isAiring } from '../../../broadcast/air-state.ts'
import type { Studio } from '../../../broadcast/studio.ts'
import { wordsOf } from '../../lib/errors.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { hrefTo } from '../../lib/route.ts'
import { useServices, useSession } from '../../lib/services.ts'
import { useStore } from '../../lib/use-store.ts'
import { LoginScreen } from '../login-screen.tsx'
import { Desk } from './desk.tsx'
import { Summary } from './summary.tsx'

/** Loads the product, opens its desk once, and goes back on air where this window had left it. */
export function DeskScreen({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { api, studio: open } = useServices()
  const session = useSession()
  const language = useLanguage()
  const input = { params: { slug }, query: { language } } as const
  const product = useQuery({
    queryKey: queryKey(ownProducts.getOwn, input),
    queryFn: () => api.call(ownProducts.getOwn, input),
    enabled: session.status === 'authenticated',
    refetchInterval: 30_000,
    // The same product in another language: the desk stays open meanwhile, with its cameras and settings.
    placeholderData: (before) => before,
  })
  const known = product.data !== undefined
  const studio = useMemo(() => (known ? open(slug) : null), [known, open, slug])
  useEffect(() => {
    // Leaving the desk closes its cameras; a show goes on until it is ended.
    return () => {
      if (studio && !isAiring(studio.air.get().phase)) studio.close()
    }
  }, [studio])
  if (!product.data && session.status === 'anonymous') return <LoginScreen expired={session.expired} />
  if (product.data && studio) return <OpenDesk studio={studio} product={product.data} />
  if (product.error)
    return (
      <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeItems: 'center' }}>
        <Notice
          icon={CloudOffRounded}
          tone="red"
          heading="h1"
          title={t('desk.failed')}
          {...(product.error instanceof ApiError && product.error.requestId ? { code: product.error.requestId } : {})}
          actions={
            <>
              <Button href={hrefTo({ screen: 'products' })}>{t('desk.back')}</Button>
              <Button variant="contained" color="inherit" onClick={() => void product.refetch()}>
                {t('shell.retry')}
              </Button>
            </>
          }
        >
          {wordsOf(product.error, t, language)}
        </Notice>
      </Box>
    )
  return <Loading />
}

function OpenDesk({ studio, product }: { studio: Studio; product: OwnProduct }) {
  const { api, platform } = useServices()
  const language = useLanguage()
  const { phase, broadcast, taken, refusal } = useStore(studio.air)
  const airing = isAiring(phase)
  // A start that is refused because the show runs is the fastest word about another device.
  const running = product.broadcast !== null || taken !== null || refusal?.code === 'BROADCAST_STATE'
  useEffect(() => {
    let stale = false
    void studio.desk.restore().then(async () => {
      if (stale || studio.leftOnAir === null || studio.air.get().phase !== 'idle') return
      // The window died on air. The api knows whether the show still runs; if so there is nothing to ask the organizer.
      const now = await api.call(broadcasts.get, { params: { productSlug: studio.slug } }).catch(() => null)
      if (!stale && now && now.state !== 'ended') studio.air.resume(studio.leftOnAir)
    })
    return () => {
      stale = true
    }
  }, [studio, api])
  useEffect(() => {
    void platform.setOnAir(airing, language)
  }, [platform, airing, language])
  if (phase === 'ended' && broadcast) return <Summary product={product} broadcast={broadcast} studio={studio} />
  return <Desk studio={studio} product={product} running={running && !airing} />
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('shell.loading')} sx={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        sx={{
          height: 60,
          borderBottom: 1,
          borderColor: 'border.subtle',
          bgcolor: 'surface.sunken',
          px: 2,
          display: 'flex',
          alignItems: 'center',
        }}
      >
        <Skeleton width={220} />
      </Box>
      <Box sx={{ flex: 1, display: 'grid', gridTemplateColumns: { xs: '1fr', md: '236px 1fr' } }}>
        <Box sx={{ display: { xs: 'none', md: 'block' }, p: 1.5, bgcolor: 'surface.sunken' }}>
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </Box>
        <Box sx={{ p: 2 }}>
          <Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto', maxWidth: 640 }} />
        </Box>
      </Box>
    </Box>
  )
}
