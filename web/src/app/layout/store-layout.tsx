import Box from '@mui/material/Box'
import { Outlet, useMatches } from 'react-router'
import { ClosedDoorNotice } from './closed-door-notice.tsx'
import { Footer } from './footer.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { SkipLink } from './skip-link.tsx'
import { StoreBar } from './store-bar.tsx'

/** Options of a route for the frame around it. */
export interface RouteHandle {
  /** The bar lies on the page's own picture. */
  bar?: 'over'
}

export function StoreLayout() {
  const over = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.bar === 'over')
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink />
      <ClosedDoorNotice />
      {/* A bar that lies on a picture lies below what is said above it. */}
      <Box sx={{ position: 'relative', flex: 1, display: 'flex', flexDirection: 'column' }}>
        <StoreBar over={over} />
        <LanguageOffer />
        <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, '&:focus': { outline: 'none' } }}>
          <Outlet />
        </Box>
        <Footer />
      </Box>
    </Box>
  )
}
