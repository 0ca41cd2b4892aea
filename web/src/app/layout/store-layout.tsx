import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Outlet, useMatches } from 'react-router'
import { Footer } from './footer.tsx'
import { StoreBar } from './store-bar.tsx'

/** What a route may say about the frame around it. */
export interface RouteHandle {
  /** The bar lies on the page's own picture. */
  bar?: 'over'
}

export function StoreLayout() {
  const { t } = useTranslation()
  const over = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.bar === 'over')
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="a"
        href="#content"
        sx={{
          position: 'absolute',
          left: -9999,
          zIndex: 'tooltip',
          '&:focus': { left: 16, top: 12, p: 1, px: 1.5, bgcolor: 'surface.raised', color: 'text.primary', borderRadius: '8px' },
        }}
      >
        {t('nav.skip')}
      </Box>
      <StoreBar over={over} />
      <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, '&:focus': { outline: 'none' } }}>
        <Outlet />
      </Box>
      <Footer />
    </Box>
  )
}
