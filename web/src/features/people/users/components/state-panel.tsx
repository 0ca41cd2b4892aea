import CheckRounded from '@mui/icons-material/CheckRounded'
import type { UserAction, UserDetail } from '@e-events/shared/contract/people/users.ts'
import { StatusDot } from '@e-events/shared/ui/badges.tsx'
import { date } from '@e-events/shared/ui/format.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/language.ts'
import { useViewerZone } from '../../../../lib/services.ts'
import { toneOf } from '../person-words.ts'

/** Where the account stands; one that waits says so loudest, with what to do about it. */
export function StatePanel({ person, onAct }: { person: UserDetail; onAct: (action: UserAction) => void }) {
  const { t } = useTranslation('users')
  const language = useLanguage()
  const zone = useViewerZone()
  const isWaiting = person.state === 'pending'
  return (
    <Box
      sx={{
        mx: 2,
        p: 1.5,
        borderRadius: '10px',
        bgcolor: isWaiting ? 'tint.amber' : 'surface.sunken',
        border: 1,
        borderColor: isWaiting ? 'transparent' : 'border.subtle',
      }}
    >
      <Box sx={{ typography: 'subtitle2' }}>
        {isWaiting ? (
          t('detail.waitingSince', { date: date(person.createdAt, 'day', language, zone) })
        ) : (
          <StatusDot tone={toneOf[person.state]}>{t(`state.${person.state}`)}</StatusDot>
        )}
      </Box>
      {!person.activated && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('detail.notActivated')}</Box>}
      {person.deletionAt !== null && (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('detail.deletion', { date: date(person.deletionAt, 'day', language, zone) })}
        </Box>
      )}
      {isWaiting && (
        <Box sx={{ mt: 1.25, display: 'flex', gap: 1 }}>
          {person.allowed.approve && (
            <Button size="small" variant="contained" color="inherit" startIcon={<CheckRounded />} onClick={() => onAct('approve')}>
              {t('action.approve')}
            </Button>
          )}
          {person.allowed.disapprove && (
            <Button size="small" onClick={() => onAct('disapprove')}>
              {t('action.disapprove')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}
