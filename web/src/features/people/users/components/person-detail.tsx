import CloseRounded from '@mui/icons-material/CloseRounded'
import type { UserAction, UserDetail, UserRowView } from '@e-events/shared/contract/people/users.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../../components/feedback/error-notice.tsx'
import { useServices } from '../../../../lib/services.ts'
import { allowedActions, fullName } from '../person-words.ts'
import { personQuery } from '../queries.ts'
import { actionIcons } from './action-icons.ts'
import { AuditList } from './audit-list.tsx'
import { PersonAvatar } from './person-avatar.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonGroups } from './person-groups.tsx'
import { StatePanel } from './state-panel.tsx'
import { UpgradePanel } from './upgrade-panel.tsx'

interface PersonDetailProps {
  id: string
  onClose: () => void
  onAct: (action: UserAction, person: UserRowView) => void
  /** Something was typed that is not saved. */
  onEditing: (isEditing: boolean) => void
}

/** Everything that staff sees of an account, and may change. */
export function PersonDetail({ id, onClose, onAct, onEditing }: PersonDetailProps) {
  const { t } = useTranslation('users')
  const { api } = useServices()
  const person = useQuery(personQuery(api, id))
  const [tab, setTab] = useState<'data' | 'log'>('data')
  const { data } = person
  return (
    <>
      {/* The same button before and after loading: it may have the focus. */}
      <Box sx={{ p: 2, display: 'flex', gap: 1.5, alignItems: 'center' }}>
        {data ? <PersonName person={data} /> : person.isPending && <NameSkeleton />}
        <IconButton size="small" aria-label={t('detail.close')} onClick={onClose} sx={{ alignSelf: 'flex-start', ml: 'auto' }}>
          <CloseRounded />
        </IconButton>
      </Box>
      {!data && (
        <Box sx={{ px: 2 }}>
          {person.isPending &&
            Array.from({ length: 9 }, (_, i) => (
              <Skeleton key={i} aria-hidden sx={{ mt: 2, width: `${90 - ((i * 13) % 40)}%`, height: 13 }} />
            ))}
          {person.isError && (
            <ErrorNotice
              error={person.error}
              onRetry={() => void person.refetch()}
              retrying={person.isFetching}
              title={t('detail.error')}
            />
          )}
        </Box>
      )}
      {data && (
        <>
          <StatePanel person={data} onAct={(action) => onAct(action, data)} />
          {data.upgrade?.state === 'pending' && <UpgradePanel person={data} upgrade={data.upgrade} />}
          <Tabs value={tab} aria-label={t('detail.label')} onChange={(_, next: typeof tab) => setTab(next)} sx={{ mt: 1, px: 2 }}>
            <Tab value="data" id="person-tab-data" aria-controls="person-panel" label={t('detail.data')} />
            <Tab value="log" id="person-tab-log" aria-controls="person-panel" label={t('detail.log')} />
          </Tabs>
          <Box role="tabpanel" id="person-panel" aria-labelledby={`person-tab-${tab}`} sx={{ p: 2 }}>
            <Box hidden={tab !== 'data'}>
              <PersonGroups person={data} onEditing={onEditing} />
              <PersonFacts person={data} />
            </Box>
            {tab === 'log' && <AuditList filters={{ subjectType: 'user', subjectId: data.id }} />}
          </Box>
          <DetailFooter person={data} onAct={(action) => onAct(action, data)} />
        </>
      )}
    </>
  )
}

function PersonName({ person }: { person: UserDetail }) {
  return (
    <>
      <PersonAvatar person={person} size={52} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {fullName(person)}
        </Typography>
        <Typography variant="body2" noWrap title={person.email} sx={{ color: 'text.secondary' }}>
          {person.email}
        </Typography>
      </Box>
    </>
  )
}

function NameSkeleton() {
  const { t } = useTranslation('common')
  return (
    <>
      <Skeleton variant="circular" sx={{ width: 52, height: 52, flexShrink: 0 }} />
      <Box sx={{ flex: 1, pt: 1 }} role="status">
        <span className="visually-hidden">{t('page.loading')}</span>
        <Skeleton sx={{ width: '60%', height: 16 }} />
        <Skeleton sx={{ mt: 1, width: '80%', height: 13 }} />
      </Box>
    </>
  )
}

function DetailFooter({ person, onAct }: { person: UserDetail; onAct: (action: UserAction) => void }) {
  const { t } = useTranslation('users')
  const actions = allowedActions(person)
  if (actions.length === 0) return null
  return (
    <Box
      sx={{
        mt: 'auto',
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        p: 1.5,
        px: 2,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'border.subtle',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
      }}
    >
      {actions.map((action) => {
        const Icon = actionIcons[action]
        return (
          <Button
            key={action}
            size="small"
            variant={action === 'delete' ? 'text' : 'outlined'}
            {...(action === 'delete' ? {} : { startIcon: <Icon /> })}
            onClick={() => onAct(action)}
            sx={action === 'delete' ? { color: 'error.main' } : {}}
          >
            {t(`action.${action}`)}
          </Button>
        )
      })}
    </Box>
  )
}
