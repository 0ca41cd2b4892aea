import { shipmentStates } from '@e-events/shared/domain/states.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { NextPage } from '../../../../components/navigation/next-page.tsx'
import { PageHeader } from '../../../../components/navigation/page-header.tsx'
import { useDocumentMeta } from '../../../../components/navigation/use-document-meta.ts'
import { useShownTab } from '../../../../components/navigation/use-shown-tab.ts'
import { paths } from '../../../../config/paths.ts'
import { ShipmentRow } from '../../../../features/sales/shipping/components/shipment-row.tsx'
import { shipmentsQuery } from '../../../../features/sales/shipping/queries.ts'
import { useServices } from '../../../../lib/services.ts'

/** Goods of paid orders, by what is to be done with them. */
export function Component() {
  const { t } = useTranslation('shipping')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const state = shipmentStates.find((one) => one === params.get('state')) ?? 'waiting'
  useShownTab(`shipments-tab-${state}`)
  const list = useInfiniteQuery({ ...shipmentsQuery(api, state), placeholderData: keepPreviousData })
  const [first] = list.data?.pages ?? []
  const counts: Partial<Record<string, number>> = first?.counts ?? {}
  const shipments = list.data?.pages.flatMap((page) => page.items) ?? []
  useDocumentMeta({ title: t('title'), noIndex: true })
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <Tabs
        value={state}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('states')}
        onChange={(_, next: string) => setParams(next === 'waiting' ? {} : { state: next }, { preventScrollReset: true })}
        sx={{ mb: 2 }}
      >
        {shipmentStates.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`shipments-tab-${one}`}
            aria-controls="shipments-panel"
            label={counts[one] ? t('counted', { state: t(`tab.${one}`), count: counts[one] }) : t(`tab.${one}`)}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="shipments-panel" aria-labelledby={`shipments-tab-${state}`} aria-busy={list.isPlaceholderData}>
        {list.isPending && (
          <Box role="status" aria-label={tc('page.loading')}>
            <Skeleton variant="rounded" sx={{ height: 240, borderRadius: '14px' }} />
          </Box>
        )}
        {list.isError && !list.data && (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        )}
        {list.data && shipments.length === 0 && (
          <Notice
            icon={LocalShippingOutlined}
            title={t(`empty.${state}`)}
            actions={
              <Button variant="contained" color="inherit" href={paths.ownChannels}>
                {t('empty.action')}
              </Button>
            }
          >
            {t('empty.text')}
          </Notice>
        )}
        {shipments.length > 0 && (
          <Card sx={{ borderRadius: '14px' }}>
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
              {shipments.map((shipment) => (
                <ShipmentRow key={shipment.id} shipment={shipment} />
              ))}
            </Box>
          </Card>
        )}
        <NextPage list={list} label={t('more')} errorText={t('moreError')} />
      </Box>
    </>
  )
}
