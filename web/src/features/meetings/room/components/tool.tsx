import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { MouseEvent, ReactNode } from 'react'

interface ToolProps {
  label: string
  icon: ReactNode
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  /** danger: leaves or is off; on: in use. */
  tone?: 'plain' | 'danger' | 'on'
  isBusy?: boolean
  /** Opens a menu or a panel. */
  opens?: { menu: boolean; isOpen: boolean }
  isWideOnly?: boolean
}

const colors = {
  plain: { bgcolor: 'tint.neutral', color: 'text.primary' },
  danger: { bgcolor: 'primary.main', color: 'primary.contrastText' },
  on: { bgcolor: 'secondary.main', color: 'secondary.contrastText' },
} as const

/** One round button of the bar. */
export function Tool({ label, icon, onClick, tone = 'plain', isBusy = false, opens, isWideOnly = false }: ToolProps) {
  const look = colors[tone]
  return (
    <Tooltip title={label} slotProps={{ popper: { disablePortal: true } }}>
      <IconButton
        aria-label={label}
        aria-busy={isBusy}
        onClick={onClick}
        {...(opens ? { 'aria-expanded': opens.isOpen } : {})}
        {...(opens?.menu ? { 'aria-haspopup': 'menu' as const } : {})}
        sx={{
          ...look,
          width: { xs: 44, sm: 48 },
          height: { xs: 44, sm: 48 },
          opacity: isBusy ? 0.6 : 1,
          display: isWideOnly ? { xs: 'none', sm: 'inline-flex' } : 'inline-flex',
          '&:hover': { ...look, filter: 'brightness(1.15)' },
        }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  )
}
