import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { PageHeader } from '../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { BillingInfo } from '../../../features/people/account/components/billing-info.tsx'
import { Devices } from '../../../features/people/account/components/devices.tsx'
import { Identities } from '../../../features/people/account/components/identities.tsx'
import { DirtyBlocks } from '../../../features/people/account/components/dirty-blocks.tsx'
import { EmailChange } from '../../../features/people/account/components/email-change.tsx'
import { GeneralInfo } from '../../../features/people/account/components/general-info.tsx'
import { OwnData } from '../../../features/people/account/components/own-data.tsx'
import { PasswordChange } from '../../../features/people/account/components/password-change.tsx'
import { ProfileSwitch, Promotions, ReminderSwitch } from '../../../features/people/account/components/switches.tsx'
import { TwoFactor } from '../../../features/people/account/components/two-factor.tsx'
import { Upgrade } from '../../../features/people/account/components/upgrade.tsx'
import { myDataQuery } from '../../../features/people/account/queries.ts'
import { SavedCards } from '../../../features/sales/paying/components/saved-cards.tsx'
import { useServices } from '../../../lib/services.ts'
import { chooseLanguage } from '../../i18n.ts'

export function Component() {
  const { t, i18n } = useTranslation('account')
  const { t: tc } = useTranslation('common')
  const { api, session } = useServices()
  const { data, isPending, isFetching, error, refetch } = useQuery(myDataQuery(api))
  // Changes from elsewhere (a role that staff approved) show in the bar as well.
  useEffect(() => {
    if (data) session.updateUser(data)
  }, [data, session])
  // Who was led here for it finds it at the top, and there it stays: its recovery codes are shown once.
  const [isFactorFirst, setFactorFirst] = useState(false)
  if (data?.lacksTwoFactor && !isFactorFirst) setFactorFirst(true)
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <Page maxWidth={1040} sx={{ pt: { xs: 2, md: 4 } }}>
      <PageHeader title={t('title')} lead={t('lead')} />
      {isPending && (
        <Box role="status" aria-label={tc('page.loading')} sx={{ display: 'grid', gap: 3 }}>
          {['general', 'billing', 'password'].map((block) => (
            <Box
              key={block}
              sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '220px minmax(0,1fr)' }, columnGap: 4 }}
            >
              <Skeleton width={140} height={24} sx={{ mt: 1.75 }} />
              <Skeleton height={block === 'general' ? 520 : 260} sx={{ borderRadius: '14px' }} />
            </Box>
          ))}
        </Box>
      )}
      {!isPending && !data && (
        <Card>
          <ErrorNotice error={error} title={t('error')} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      )}
      {data && (
        <DirtyBlocks>
          {isFactorFirst && <TwoFactor data={data} />}
          <GeneralInfo data={data} onLanguage={(language) => void chooseLanguage(i18n, language)} />
          <BillingInfo data={data} />
          <SavedCards />
          <EmailChange data={data} />
          {data.hasPassword && <PasswordChange />}
          {!isFactorFirst && <TwoFactor data={data} />}
          <Devices />
          <Identities />
          <Promotions data={data} />
          <ReminderSwitch data={data} />
          <ProfileSwitch data={data} />
          <Upgrade data={data} />
          <OwnData data={data} />
        </DirtyBlocks>
      )}
    </Page>
  )
}
