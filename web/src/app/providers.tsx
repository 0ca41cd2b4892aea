import { QueryClientProvider } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { useEffect, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { followEvents } from '../lib/follow-events.ts'
import { followLanguage } from '../lib/follow-language.ts'
import { ServicesContext, type Services } from '../lib/services.ts'

interface AppProvidersProps {
  services: Services
  words: i18n
  /** The router's provider. */
  children: ReactNode
}

export function AppProviders({ services, words, children }: AppProvidersProps) {
  useEffect(() => followEvents(services), [services])
  useEffect(() => followLanguage(services.queries, words), [services, words])
  return (
    <I18nextProvider i18n={words}>
      <ServicesContext value={services}>
        <QueryClientProvider client={services.queries}>{children}</QueryClientProvider>
      </ServicesContext>
    </I18nextProvider>
  )
}
