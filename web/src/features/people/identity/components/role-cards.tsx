import ConfirmationNumberOutlined from '@mui/icons-material/ConfirmationNumberOutlined'
import PodcastsRounded from '@mui/icons-material/PodcastsRounded'
import Box from '@mui/material/Box'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

export type SignUpRole = 'attendee' | 'organizer'

interface RoleCardsProps {
  value: SignUpRole
  onChange: (role: SignUpRole) => void
}

const icons = { attendee: ConfirmationNumberOutlined, organizer: PodcastsRounded }

/** Exactly one of two: real radio buttons under two cards. */
export function RoleCards({ value, onChange }: RoleCardsProps) {
  const { t } = useTranslation('identity')
  const name = useId()
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.25 }}>
      <legend className="visually-hidden">{t('signUp.role')}</legend>
      {(['attendee', 'organizer'] as const).map((role) => {
        const Icon = icons[role]
        const isChosen = role === value
        return (
          <Box
            key={role}
            component="label"
            sx={{
              position: 'relative',
              display: 'grid',
              alignContent: 'start',
              gap: 0.25,
              p: 1.75,
              borderRadius: '14px',
              cursor: 'pointer',
              border: 1,
              borderColor: isChosen ? 'secondary.main' : 'border.default',
              bgcolor: isChosen ? 'tint.blue' : 'surface.raised',
              boxShadow: (theme) => (isChosen ? `inset 0 0 0 1px ${theme.vars.palette.secondary.main}` : 'none'),
              '&:hover': { borderColor: isChosen ? 'secondary.main' : 'border.strong' },
              '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
            }}
          >
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={isChosen}
              onChange={() => onChange(role)}
              aria-labelledby={`${name}-${role}`}
              aria-describedby={`${name}-${role}-text`}
            />
            <Icon aria-hidden sx={{ fontSize: 20, mb: 0.75, color: isChosen ? 'secondary.main' : 'text.secondary' }} />
            <Box component="span" id={`${name}-${role}`} sx={{ fontSize: 15, fontWeight: 620 }}>
              {t(`signUp.${role}`)}
            </Box>
            <Box component="span" id={`${name}-${role}-text`} sx={{ typography: 'caption', color: 'text.secondary' }}>
              {t(`signUp.${role}Text`)}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
