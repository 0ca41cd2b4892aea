import type { Ticket } from '@e-events/shared/contract/sales/tickets.ts'
import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { RemoveFilters } from '../../../components/forms/remove-filters.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx'
import { TutorialLink } from '../../../components/navigation/tutorial-link.tsx'
import { useDocumentMeta } from '../../../components/navigation/use-document-meta.ts'
import { paths } from '../../../config/paths.ts'
import { MyCertificates } from '../../../features/learning/certificates/components/my-certificates.tsx'
import { BegunCourses } from '../../../features/learning/courses/components/begun-courses.tsx'
import { PrivateFeedPanel } from '../../../features/catalogue/podcasts/components/private-feed-panel.tsx'
import { SavedList } from '../../../features/catalogue/saved/components/saved-list.tsx'
import { TicketFilters } from '../../../features/sales/tickets/components/ticket-filters.tsx'
import { TicketRow, TicketRowSkeleton } from '../../../features/sales/tickets/components/ticket-row.tsx'
import { ticketsQuery } from '../../../features/sales/tickets/queries.ts'
import { chosenOf, isChosen, readTicketFilter, type TicketFilter } from '../../../features/sales/tickets/ticket-filter.ts'
import { useLanguage } from '../../../lib/language.ts'
import { useServices } from '../../../lib/services.ts'

export function Component() {
  const { t } = useTranslation('tickets')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const filter = readTicketFilter(params)
  const narrowed = isChosen(filter)
  const list = useInfiniteQuery({ ...ticketsQuery(api, useLanguage(), chosenOf(filter)), placeholderData: keepPreviousData })
  const change = (wanted: Partial<TicketFilter>) => setParams(chosenOf({ ...filter, ...wanted }), { preventScrollReset: true })
  const clear = () => setParams({}, { preventScrollReset: true })
  useDocumentMeta({ title: t('title'), noIndex: true })
  const tickets = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page maxWidth={960} sx={{ pt: { xs: 3, md: 6 } }}>
      <Typography variant="h1">{t('title')}</Typography>
      <Typography sx={{ mt: 1, mb: { xs: 3, md: 4 }, color: 'text.secondary' }}>{t('lead')}</Typography>
      {!narrowed && <BegunCourses />}
      {(narrowed || tickets.length > 0) && <TicketFilters filter={filter} onChange={change} onRemove={clear} />}
      <Card sx={{ borderRadius: '16px' }} aria-busy={list.isPlaceholderData}>
        {list.isPending && (
          <>
            <Box role="status" className="visually-hidden">
              {tc('page.loading')}
            </Box>
            <Rows>
              {[0, 1, 2, 3, 4, 5, 6, 7].map((i) => (
                <TicketRowSkeleton key={i} />
              ))}
            </Rows>
          </>
        )}
        {list.isError && !list.data && (
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('error')} />
        )}
        {list.data && tickets.length === 0 && narrowed && (
          <Notice
            icon={ConfirmationNumberOutlined}
            title={t('empty.filtered')}
            actions={
              <RemoveFilters variant="contained" color="inherit" onRemove={clear}>
                {t('filter.clear')}
              </RemoveFilters>
            }
          >
            {t('empty.filteredText')}
          </Notice>
        )}
        {list.data && tickets.length === 0 && !narrowed && (
          <Notice
            icon={ConfirmationNumberOutlined}
            title={t('empty.title')}
            actions={
              <>
                <Button variant="contained" color="inherit" href={paths.home}>
                  {t('empty.action')}
                </Button>
                <TutorialLink id="account" />
              </>
            }
          >
            {t('empty.text')}
          </Notice>
        )}
        {tickets.length > 0 && (
          <Rows>
            {tickets.map((ticket) => (
              <TicketRow key={ticket.id} ticket={ticket} />
            ))}
          </Rows>
        )}
      </Card>
      {list.data && <PrivateFeedPanel channels={channelsToHear(tickets)} />}
      {list.isFetchNextPageError && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {t('moreError')}
        </Alert>
      )}
      {list.hasNextPage && (
        <Box sx={{ mt: 2, display: 'grid', justifyItems: 'center' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
      {!list.isPending && (
        <>
          <MyCertificates />
          <SavedList />
        </>
      )}
    </Page>
  )
}

/** Whose podcasts these tickets open. */
function channelsToHear(tickets: readonly Ticket[]): { slug: string; title: string }[] {
  const podcasts = tickets.filter(({ product, state }) => product.type === 'podcast' && state === 'valid')
  return [...new Map(podcasts.map(({ product }) => [product.channel.slug, product.channel])).values()]
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li + li': { borderTop: 1, borderColor: 'border.subtle' } }}>
      {children}
    </Box>
  )
}
