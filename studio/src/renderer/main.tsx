import { apiBase } from '@e-events/shared/contract/addresses.ts'
import './lib/zod-setup.ts'
import createCache from '@emotion/cache'
import { createRoot } from 'react-dom/client'
import '@e-events/shared/ui/theme/fonts.ts'
import { createStudio } from '../broadcast/studio.ts'
import { App } from './app.tsx'
import { createI18n, toLanguage } from './lib/i18n.ts'
import { createServices } from './lib/services.ts'
import { detectPlatform } from './platform/detect.ts'

// The page's policy lets styles in by this value only (the server writes a fresh one into every page).
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
const styles = createCache({ key: 'ee', prepend: true, ...(nonce ? { nonce } : {}) })

const i18n = await createI18n()
const services = createServices({
  platform: detectPlatform(),
  baseUrl: apiBase,
  language: () => toLanguage(i18n.language),
  createStudio,
})

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has a #root')
createRoot(root).render(<App services={services} i18n={i18n} styles={styles} />)
