import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { site } from '@e-events/shared/contract/settings/site.ts'
import { isOlderVersion } from '@e-events/shared/domain/studio-version.ts'
import { AppThemeProvider } from '@e-events/shared/ui/theme/app-theme-provider.tsx'
import Box from '@mui/material/Box'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { i18n as I18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { SnackProvider } from './components/snack.tsx'
import { useRoute } from './lib/route.ts'
import { ServicesContext, useServices, useSession, type Services } from './lib/services.ts'
import { OldVersionScreen } from './screens/old-version-screen.tsx'
import { DeskScreen } from './screens/desk/desk-screen.tsx'
import { LoginScreen } from './screens/login-screen.tsx'
import { ProductsScreen } from './screens/products-screen.tsx'
import { ServerScreen } from './screens/server-screen.tsx'

interface AppProps {
  services: Services
  i18n: I18n
  styles: EmotionCache
}

export function App({ services, i18n, styles }: AppProps) {
  return (
    <CacheProvider value={styles}>
      <I18nextProvider i18n={i18n}>
        <AppThemeProvider>
          <ServicesContext value={services}>
            <QueryClientProvider client={services.queries}>
              <SnackProvider>
                <Box data-mode="dark" data-density="compact" sx={{ minHeight: '100dvh', bgcolor: 'surface.canvas', color: 'text.primary' }}>
                  <Screens />
                </Box>
              </SnackProvider>
            </QueryClientProvider>
          </ServicesContext>
        </AppThemeProvider>
      </I18nextProvider>
    </CacheProvider>
  )
}

/** Which screen: the platform's address, the log-in, the products, the desk. */
function Screens() {
  const { platform, api } = useServices()
  const session = useSession()
  const route = useRoute()
  const server = useQuery({ queryKey: ['server'], queryFn: () => platform.server.origin(), staleTime: Infinity })
  // Asked once: a show on air is not stopped by it, and an unreachable platform is reported elsewhere.
  const info = useQuery({
    queryKey: ['site'],
    queryFn: () => api.call(site.info),
    enabled: platform.version !== null && !!server.data,
    staleTime: Infinity,
    retry: false,
  })
  if (server.isPending || session.status === 'restoring') return null
  if (server.data === null || server.data === undefined) return <ServerScreen />
  if (platform.version !== null && info.isLoading) return null
  if (platform.version !== null && isOlderVersion(platform.version, info.data?.leastStudioVersion ?? ''))
    return <OldVersionScreen version={platform.version} origin={server.data} />
  // A session that ends on air must not take the desk away: the desk itself asks to log in again.
  if (route.screen === 'desk') return <DeskScreen key={route.slug} slug={route.slug} />
  return session.status === 'authenticated' ? <ProductsScreen user={session.user} /> : <LoginScreen expired={session.expired} />
}
