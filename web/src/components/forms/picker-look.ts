import type { Theme } from '@mui/material/styles'

/** The pickers bring an outlined field of their own: it looks as every other field of the theme does. */
export const pickerLook = (theme: Theme) => ({
  '& .MuiPickersOutlinedInput-root': {
    minHeight: 'var(--ee-control)',
    borderRadius: 'var(--ee-control-radius)',
    fontSize: 'var(--ee-control-font)',
    backgroundColor: theme.vars.palette.surface.raised,
  },
  '& .MuiPickersOutlinedInput-notchedOutline': {
    top: 0,
    borderColor: `${theme.vars.palette.border.default} !important`,
    '& legend': { display: 'none' },
  },
  '& .MuiPickersOutlinedInput-root:hover .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: `${theme.vars.palette.border.strong} !important`,
  },
  '& .Mui-focused .MuiPickersOutlinedInput-notchedOutline': {
    borderWidth: '1px !important',
    borderColor: `${theme.vars.palette.secondary.main} !important`,
  },
  '& .Mui-error .MuiPickersOutlinedInput-notchedOutline': { borderColor: `${theme.vars.palette.error.main} !important` },
  '& .Mui-focused': { boxShadow: '0 0 0 3px var(--ee-palette-tint-blue)' },
  // How a date is written stands there before anything is typed, as in any other field.
  '& .MuiPickersInputBase-sectionsContainer': { padding: 0, opacity: '1 !important', fontVariantNumeric: 'tabular-nums' },
})

export const pickerHint = { '& .MuiPickersInputBase-sectionsContainer': { color: 'text.tertiary' } }
