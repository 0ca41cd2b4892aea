import { account } from '@e-events/shared/contract/people/account.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnacks } from '../../components/feedback/use-snacks.ts'
import { useServices } from '../../lib/services.ts'
import { chooseLanguage } from '../i18n.ts'

/** A choice of the bar holds on this device at once, and in the account of whoever is logged in. */
export function usePreferenceChoice(): {
  chooseLanguage: (language: Language) => void
  chooseTimeZone: (zone: string) => void
  chooseCurrency: (currency: string) => void
} {
  const { api, preferences, session } = useServices()
  const { t, i18n } = useTranslation()
  const snacks = useSnacks()
  const tellAccount = useCallback(
    async (body: { language: Language } | { timezone: string } | { currency: string }, failed: string) => {
      if (session.get().status !== 'authenticated') return
      try {
        session.updateUser(await api.call(account.update, { body }))
      } catch {
        snacks.warning(failed, { key: 'preference' })
      }
    },
    [api, session, snacks],
  )
  return {
    chooseLanguage: (language) => {
      void chooseLanguage(i18n, language)
      void tellAccount({ language }, t('language.saveFailed'))
    },
    chooseTimeZone: (zone) => {
      preferences.chooseTimeZone(zone)
      void tellAccount({ timezone: zone }, t('zone.saveFailed'))
    },
    chooseCurrency: (currency) => {
      preferences.chooseCurrency(currency)
      void tellAccount({ currency }, t('currency.saveFailed'))
    },
  }
}
