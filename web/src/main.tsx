import '@e-events/shared/ui/theme/fonts.ts'
import { AppThemeProvider } from '@e-events/shared/ui/theme/app-theme-provider.tsx'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { config as configureZod } from 'zod'
import { Splash } from './app/splash.tsx'
import { RouterLink } from './components/router-link.tsx'

// The page's policy lets no code be made at run time; without this, zod tries to.
configureZod({ jitless: true })

// index.html shows the mark and asks for this chunk at once; nothing here waits for anything else.
const booting = import('./app/boot.tsx')

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

const { boot } = await booting
const { routes, wrap } = await boot()
const router = createBrowserRouter(routes)
createRoot(container).render(
  <StrictMode>
    <AppThemeProvider linkComponent={RouterLink}>
      <Suspense fallback={<Splash />}>{wrap(<RouterProvider router={router} />)}</Suspense>
    </AppThemeProvider>
  </StrictMode>,
)
