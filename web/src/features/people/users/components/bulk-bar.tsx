import CloseRounded from '@mui/icons-material/CloseRounded'
import type { UserAction, UserRowView } from '@e-events/shared/contract/people/users.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { actionOrder } from '../person-words.ts'
import { actionIcons } from './action-icons.ts'

interface BulkBarProps {
  people: UserRowView[]
  onAct: (action: UserAction, people: UserRowView[]) => void
  onClear: () => void
}

/** Floats over the table it acts on; says how many, and offers what can be done to any of them. */
export function BulkBar({ people, onAct, onClear }: BulkBarProps) {
  const { t } = useTranslation('users')
  return (
    <Box
      role="toolbar"
      aria-label={t('bulk.label')}
      data-mode="dark"
      data-density="compact"
      sx={{
        position: { xs: 'fixed', md: 'absolute' },
        left: '50%',
        bottom: { xs: 12, md: 64 },
        transform: 'translateX(-50%)',
        width: 'max-content',
        maxWidth: 'calc(100% - 16px)',
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        gap: 0.5,
        p: 0.75,
        pl: 2,
        borderRadius: '12px',
        bgcolor: 'surface.raised',
        boxShadow: (theme) => theme.vars.palette.shadow.menu,
        zIndex: 3,
      }}
    >
      <Box className="tabular" role="status" sx={{ fontSize: 13, fontWeight: 600, mr: 1, whiteSpace: 'nowrap' }}>
        {t('bulk.chosen', { count: people.length })}
      </Box>
      {actionOrder.map((action) => {
        const able = people.filter(({ allowed }) => allowed[action])
        const Icon = actionIcons[action]
        return (
          able.length > 0 && (
            <Button
              key={action}
              size="small"
              variant={action === 'approve' ? 'contained' : 'text'}
              startIcon={<Icon />}
              onClick={() => onAct(action, able)}
              sx={action === 'delete' ? { color: 'error.main' } : {}}
            >
              {t(`action.${action}`)}
            </Button>
          )
        )
      })}
      <IconButton size="small" aria-label={t('bulk.clear')} onClick={onClear}>
        <CloseRounded />
      </IconButton>
    </Box>
  )
}
