import { ApiError } from '@e-events/shared/contract/client.ts'
import type { OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useShownTab } from '../../../../components/navigation/use-shown-tab.ts'
import { paths } from '../../../../config/paths.ts'
import { useLanguage } from '../../../../lib/language.ts'
import { useServices } from '../../../../lib/services.ts'
import { ownChannelQuery } from '../queries.ts'
import { BillingForm } from './billing-form.tsx'
import { ChannelAvatar } from './channel-avatar.tsx'
import { DetailsForm } from './details-form.tsx'
import { ImagesForm, type ImageFieldComponent } from './images-form.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { StatePanel } from './state-panel.tsx'
import { SubscriptionForm } from './subscription-form.tsx'

const tabs = ['details', 'images', 'subscription', 'billing', 'shipping', 'products', 'requests'] as const
type TabId = (typeof tabs)[number]

interface ChannelEditorProps {
  slug: string
  /** Where a channel with another address is edited. */
  onRenamed: (slug: string) => void
  /** Where its organizer is administered: shown to staff. */
  ownerHref?: (id: string) => string
  /** In place of the editor where there is no such channel. */
  missing: ReactNode
  /** Parts of other features, put in by the page. */
  slots: { ImageField: ImageFieldComponent; shipping: ReactNode; products: ReactNode; subscribers: ReactNode }
}

/**
 * The whole of a channel: its state above, its parts in tabs. Forms stay while another tab is open, so that nothing
 * typed is lost.
 */
export function ChannelEditor({ slug, onRenamed, ownerHref, missing, slots }: ChannelEditorProps) {
  const { t } = useTranslation('channels')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const language = useLanguage()
  const [params, setParams] = useSearchParams()
  const { data: channel, error, isPending, isFetching, refetch } = useQuery(ownChannelQuery(api, { slug, language }))
  const tab: TabId = tabs.find((id) => id === params.get('tab')) ?? 'details'
  useShownTab(`channel-tab-${tab}`)
  useDocumentMeta({ title: channel ? t('editor.title', { title: channel.title }) : undefined, noIndex: true })
  if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')) return missing
  if (isPending) return <EditorSkeleton label={tc('page.loading')} />
  if (!channel)
    return <ErrorNotice error={error} onRetry={() => void refetch()} retrying={isFetching} title={t('editor.error')} heading="h1" />
  const panels: Record<TabId, ReactNode> = {
    details: <DetailsForm channel={channel} onRenamed={onRenamed} />,
    images: <ImagesForm channel={channel} ImageField={slots.ImageField} />,
    subscription: (
      <>
        {tab === 'subscription' && slots.subscribers}
        <SubscriptionForm channel={channel} />
      </>
    ),
    billing: <BillingForm channel={channel} />,
    shipping: slots.shipping,
    products: tab === 'products' ? slots.products : null,
    requests: <RequestsTab channel={channel} />,
  }
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        <ChannelAvatar channel={channel} size={48} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <PageHeader
            title={channel.title}
            lead={ownerHref ? <Owner channel={channel} href={ownerHref(channel.owner.id)} /> : paths.channel(channel.slug)}
          />
        </Box>
      </Box>
      <StatePanel channel={channel} />
      <Tabs
        value={tab}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('editor.tabs')}
        onChange={(_, next: TabId) => setParams(next === 'details' ? {} : { tab: next }, { preventScrollReset: true })}
        sx={{ mb: 2.5 }}
      >
        {tabs.map((id) => (
          <Tab key={id} value={id} label={t(`tab.${id}`)} id={`channel-tab-${id}`} aria-controls={`channel-panel-${id}`} />
        ))}
      </Tabs>
      {tabs.map((id) => (
        <Box key={id} role="tabpanel" id={`channel-panel-${id}`} aria-labelledby={`channel-tab-${id}`} hidden={id !== tab}>
          {panels[id]}
        </Box>
      ))}
    </>
  )
}

function Owner({ channel, href }: { channel: OwnChannelDetail; href: string }) {
  const { t } = useTranslation('channels')
  return (
    <Link href={href} color="inherit">
      {t('manage.owner', { name: channel.owner.name || channel.owner.email })}
    </Link>
  )
}

function EditorSkeleton({ label }: { label: string }) {
  return (
    <Box role="status" aria-label={label}>
      <Box sx={{ display: 'flex', gap: 2, mb: 3 }}>
        <Skeleton variant="circular" width={48} height={48} />
        <Skeleton sx={{ width: 240, height: 34 }} />
      </Box>
      <Skeleton variant="rounded" sx={{ height: 84, mb: 3, borderRadius: '14px' }} />
      <Skeleton variant="rounded" sx={{ height: 420, borderRadius: '14px' }} />
    </Box>
  )
}
