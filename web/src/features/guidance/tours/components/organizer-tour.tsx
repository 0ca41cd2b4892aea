import { useTranslation } from 'react-i18next'
import { useTour } from '../use-tour.ts'
import { Tour } from './tour.tsx'

export const organizerTour = 'organizer-home'

/** Tour of the home page for an organizer's first visit. */
export function OrganizerTour() {
  // The page does not wait for a tour that most people never see again.
  const { t, ready } = useTranslation('tours', { useSuspense: false })
  const { isDue, end } = useTour(organizerTour)
  if (!isDue || !ready) return null
  return (
    <Tour
      onEnd={end}
      steps={[
        { title: t('organizer.welcome.title'), text: t('organizer.welcome.text') },
        { target: 'account', title: t('organizer.account.title'), text: t('organizer.account.text') },
        { target: 'tickets', title: t('organizer.tickets.title'), text: t('organizer.tickets.text') },
        { target: 'footer', title: t('organizer.help.title'), text: t('organizer.help.text') },
      ]}
    />
  )
}
