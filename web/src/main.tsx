import '@e-events/shared/ui/theme/fonts.ts'
import { AppThemeProvider } from '@e-events/shared/ui/theme/app-theme-provider.tsx'
import { startTransition, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { isFramed, routed } from './app/first-frame/take-over.ts'
import { keepPaymentsApart } from './app/payment-documents.ts'
import { Splash } from './app/splash.tsx'
import { RouterLink } from './components/navigation/router-link.tsx'

// index.html shows the mark and asks for this chunk at once; nothing here waits for anything else.
const booting = import('./app/boot.tsx')

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

const { boot } = await booting
const { routes, wrap } = await boot()
const router = createBrowserRouter(routes)
keepPaymentsApart(router, { loadedAt: location.pathname, load: (address) => location.assign(address) })
const root = createRoot(container)
const app = (
  <StrictMode>
    <AppThemeProvider linkComponent={RouterLink}>
      <Suspense fallback={<Splash />}>{wrap(<RouterProvider router={router} />)}</Suspense>
    </AppThemeProvider>
  </StrictMode>
)
if (isFramed()) {
  // Hydrates in pieces that let input in between; the page takes its place at once.
  await routed(router)
  startTransition(() => root.render(app))
} else root.render(app)
