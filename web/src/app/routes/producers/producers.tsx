import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { ClaimsStrip } from '../../../features/storefront/landing/components/claims-strip.tsx'
import { Closing } from '../../../features/storefront/landing/components/closing.tsx'
import { Contact } from '../../../features/storefront/landing/components/contact.tsx'
import { FeatureTable } from '../../../features/storefront/landing/components/feature-table.tsx'
import { FeeCalculator } from '../../../features/storefront/landing/components/fee-calculator.tsx'
import { LandingHero } from '../../../features/storefront/landing/components/landing-hero.tsx'
import { Mission } from '../../../features/storefront/landing/components/mission.tsx'
import { Steps } from '../../../features/storefront/landing/components/steps.tsx'
import { Stories } from '../../../features/storefront/landing/components/stories.tsx'
import { useFacts } from '../../../features/storefront/landing/use-facts.ts'

/** For people who think of organizing here: what it is, what it costs, how to begin. */
export function Component() {
  const { t } = useTranslation('landing')
  useDocumentMeta({ title: t('title'), description: t('description', useFacts()) })
  return (
    <>
      <LandingHero />
      <ClaimsStrip />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 8, md: 12 }, pt: { xs: 7, md: 10 } }}>
        <Stories />
        <FeatureTable />
        <FeeCalculator />
        <Steps />
        <Mission />
        <Contact />
        <Closing />
      </Box>
    </>
  )
}
