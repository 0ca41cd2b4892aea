import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import { useId, type ReactNode } from 'react'

interface SwitchRowProps {
  label: string
  note?: ReactNode
  checked: boolean
  disabled?: boolean
  /** Mark of a row that was changed and is not saved. */
  changed?: string | false
  onChange: (checked: boolean) => void
  /** Beside the switch: a link to what it is about. */
  children?: ReactNode
}

/** One setting of a card: its name, what it does, its switch. The whole row is the target. */
export function SwitchRow({ label, note, checked, disabled = false, changed = false, onChange, children }: SwitchRowProps) {
  const id = useId()
  return (
    <Box
      {...(disabled ? { 'data-disabled': true } : {})}
      sx={{
        position: 'relative',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 2,
        py: 1.5,
        minHeight: 64,
        // One style for all rows, so that each finds the one above it.
        '& + &': { borderTop: 1, borderColor: 'border.subtle' },
        '&:not([data-disabled]):hover': { bgcolor: 'surface.hover' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          component="label"
          htmlFor={id}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            fontSize: 14.5,
            fontWeight: 560,
            color: disabled ? 'text.secondary' : 'text.primary',
            cursor: disabled ? 'default' : 'pointer',
            // The label covers its row, beneath whatever else may be pressed there.
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {label}
          {changed !== false && (
            <Box
              component="span"
              role="img"
              aria-label={changed}
              title={changed}
              sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: 'warning.light' }}
            />
          )}
        </Box>
        {note !== undefined && (
          <Box id={`${id}-note`} sx={{ typography: 'body2', color: 'text.secondary' }}>
            {note}
          </Box>
        )}
      </Box>
      {children && <Box sx={{ position: 'relative', zIndex: 1 }}>{children}</Box>}
      <Switch
        checked={checked}
        disabled={disabled}
        onChange={(_, next) => onChange(next)}
        slotProps={{ input: { id, role: 'switch', ...(note === undefined ? {} : { 'aria-describedby': `${id}-note` }) } }}
      />
    </Box>
  )
}
