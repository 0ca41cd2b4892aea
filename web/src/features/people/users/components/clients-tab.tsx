import AddRounded from '@mui/icons-material/AddRounded'
import ContactsOutlined from '@mui/icons-material/ContactsOutlined'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import { users } from '@e-events/shared/contract/people/users.ts'
import { Notice } from '@e-events/shared/ui/notice.tsx'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ConfirmDialog } from '../../../../components/feedback/confirm-dialog.tsx'
import { FailureAlert } from '../../../../components/feedback/failure-alert.tsx'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { RemoveFilters } from '../../../../components/forms/remove-filters.tsx'
import { SearchField } from '../../../../components/forms/search-field.tsx'
import { useSnacks } from '../../../../components/feedback/use-snacks.ts'
import { useServices } from '../../../../lib/services.ts'
import { fullName } from '../person-words.ts'
import { clientsQuery, refreshClients, type ClientRow } from '../queries.ts'
import { ClientDialog } from './client-dialog.tsx'

/** Customers who are kept by name and e-mail; none of them is an account. */
export function ClientsTab() {
  const { t } = useTranslation('users')
  const { t: tc } = useTranslation('common')
  const { api } = useServices()
  const [params, setParams] = useSearchParams()
  const search = (params.get('client') ?? '').slice(0, 200)
  const list = useInfiniteQuery(clientsQuery(api, search))
  const [edited, setEdited] = useState<ClientRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<ClientRow | null>(null)
  const clients = list.data?.pages.flatMap((page) => page.items) ?? []
  const find = (text: string) => setParams({ tab: 'clients', ...(text === '' ? {} : { client: text }) }, { replace: true })
  return (
    <Card sx={{ maxWidth: 920 }}>
      <Box data-filters sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1, borderBottom: 1, borderColor: 'border.subtle' }}>
        <SearchField
          label={t('clients.search')}
          placeholder={t('search.placeholder')}
          value={search}
          onSearch={find}
          sx={{ flex: '1 1 200px', maxWidth: { sm: 300 } }}
        />
        <Box sx={{ flex: 1 }} />
        <Button variant="contained" color="inherit" startIcon={<AddRounded />} onClick={() => setEdited('new')}>
          {t('clients.add')}
        </Button>
      </Box>
      {list.isPending && (
        <Box role="status">
          <span className="visually-hidden">{tc('page.loading')}</span>
          {[0, 1, 2, 3].map((i) => (
            <Box key={i} aria-hidden sx={rowLayout}>
              <Box>
                <Skeleton sx={{ width: 160, height: 14 }} />
                <Skeleton sx={{ mt: 0.75, width: 220, height: 12 }} />
              </Box>
            </Box>
          ))}
        </Box>
      )}
      {list.isError && !list.data && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} title={t('clients.error')} />
      )}
      {list.data && clients.length === 0 && (
        <Notice
          icon={ContactsOutlined}
          title={t(search === '' ? 'clients.empty.title' : 'list.noMatch.title')}
          actions={search !== '' && <RemoveFilters onRemove={() => find('')}>{t('filter.clear')}</RemoveFilters>}
        >
          {t(search === '' ? 'clients.empty.text' : 'list.noMatch.text')}
        </Notice>
      )}
      <Box component="ul" aria-label={t('tab.clients')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {clients.map((client) => (
          <Box component="li" key={client.id} sx={rowLayout}>
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Box sx={{ fontWeight: 560, overflowWrap: 'anywhere' }}>{fullName(client)}</Box>
              <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>{client.email}</Box>
            </Box>
            <IconButton aria-label={t('clients.edit', { name: fullName(client) })} onClick={() => setEdited(client)}>
              <EditOutlined />
            </IconButton>
            <IconButton aria-label={t('clients.remove', { name: fullName(client) })} onClick={() => setRemoved(client)}>
              <DeleteOutlineRounded />
            </IconButton>
          </Box>
        ))}
      </Box>
      {list.hasNextPage && (
        <Box sx={{ p: 1.5, display: 'grid', justifyItems: 'center', borderTop: 1, borderColor: 'border.subtle' }}>
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Box>
      )}
      {edited && <ClientDialog client={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {removed && <RemoveDialog client={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}

const rowLayout = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 60,
  px: 2,
  py: 1,
  '& + &': { borderTop: 1, borderColor: 'border.subtle' },
} as const

function RemoveDialog({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  const { t } = useTranslation('users')
  const { api, queries } = useServices()
  const snacks = useSnacks()
  const remove = useMutation({
    mutationFn: () => api.call(users.removeClient, { params: { id: client.id } }),
    onSuccess: async () => {
      snacks.success(t('clients.removed', { name: fullName(client) }), { key: 'client' })
      onClose()
      await refreshClients(queries)
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('clients.removeAsk', { name: fullName(client) })}
      confirmLabel={t('clients.removeConfirm')}
      destructive
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('clients.removeText')}
      <Box sx={{ mt: 1.5, '&:empty': { display: 'none' } }}>
        <FailureAlert error={remove.error} failure="dataUpdate" />
      </Box>
    </ConfirmDialog>
  )
}
