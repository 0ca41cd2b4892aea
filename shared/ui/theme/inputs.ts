import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'
import { motion } from './tokens.ts'

export type Overrides = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>

export const ease = `${motion.quick}ms ${motion.curve}`
export const ring = { outline: '2px solid var(--ee-palette-secondary-main)', outlineOffset: 2 }

export const inputs: Overrides = {
  // ——— Inputs: the label stands above the field, so a long Portuguese one never collides with the border ———
  MuiTextField: { defaultProps: { variant: 'outlined', fullWidth: true } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        marginBottom: 6,
        maxWidth: '100%',
        fontSize: '.8125rem',
        fontWeight: 580,
        lineHeight: 1.4,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-error': { color: theme.vars.palette.error.main },
      }),
      asterisk: ({ theme }) => ({ color: theme.vars.palette.error.main }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 'var(--ee-control)',
        borderRadius: 'var(--ee-control-radius)',
        fontSize: 'var(--ee-control-font)',
        backgroundColor: theme.vars.palette.surface.raised,
        transition: `box-shadow ${ease}`,
        '& .MuiOutlinedInput-notchedOutline': {
          top: 0,
          borderColor: theme.vars.palette.border.default,
          transition: `border-color ${ease}`,
          '& legend': { display: 'none' },
        },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.border.strong },
        '&.MuiInputBase-adornedStart': { paddingLeft: 12, '& .MuiInputBase-input': { paddingLeft: 0 } },
        '&.Mui-focused': { boxShadow: '0 0 0 3px var(--ee-palette-tint-blue)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1, borderColor: theme.vars.palette.secondary.main },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.error.main },
      }),
      input: ({ theme }) => ({
        height: 'auto',
        padding: '0 14px',
        // No ring inside the ring: the field itself shows focus.
        '&:focus-visible': { outline: 'none' },
        '&::placeholder': { color: theme.vars.palette.text.tertiary, opacity: 1 },
      }),
      multiline: { padding: '10px 14px', '& textarea': { padding: 0 } },
    },
  },
  // As high as the other fields, with room for rows of chips.
  MuiAutocomplete: {
    styleOverrides: {
      root: {
        '& .MuiOutlinedInput-root': { paddingTop: 2, paddingBottom: 2, '& .MuiAutocomplete-input': { paddingTop: 4, paddingBottom: 4 } },
      },
    },
  },
  MuiInputAdornment: { styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.text.tertiary }) } },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        margin: '6px 0 0',
        fontSize: '.78125rem',
        color: theme.vars.palette.text.tertiary,
        // It says why the field cannot be used.
        '&.Mui-disabled': { color: theme.vars.palette.text.tertiary },
        '&.Mui-error': { color: theme.vars.palette.error.main },
      }),
    },
  },
  MuiFormControlLabel: { styleOverrides: { root: { marginLeft: -8 }, label: { fontSize: '.875rem' } } },
  // The focus is on a transparent input inside: what is drawn in its place shows it.
  MuiCheckbox: { defaultProps: { color: 'secondary', size: 'small' }, styleOverrides: { root: { '&.Mui-focusVisible': ring } } },
  MuiRadio: { defaultProps: { color: 'secondary', size: 'small' }, styleOverrides: { root: { '&.Mui-focusVisible': ring } } },
  MuiSwitch: {
    styleOverrides: {
      root: { width: 42, height: 26, padding: 2, overflow: 'visible' },
      switchBase: ({ theme }) => ({
        padding: 4,
        '&.Mui-checked': {
          transform: 'translateX(16px)',
          color: '#fff',
          '& + .MuiSwitch-track': { opacity: 1, backgroundColor: theme.vars.palette.secondary.dark, borderColor: 'transparent' },
        },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
        '&.Mui-focusVisible + .MuiSwitch-track': ring,
      }),
      thumb: { width: 18, height: 18, backgroundColor: '#fff', boxShadow: '0 1px 3px rgba(10,10,30,.35)' },
      track: ({ theme }) => ({
        borderRadius: 13,
        opacity: 1,
        backgroundColor: theme.vars.palette.text.tertiary,
        transition: `background-color ${ease}`,
      }),
    },
  },
  MuiSlider: {
    defaultProps: { color: 'secondary' },
    styleOverrides: {
      root: { height: 4, padding: '10px 0' },
      rail: ({ theme }) => ({ opacity: 1, backgroundColor: theme.vars.palette.border.default }),
      track: { border: 0 },
      thumb: {
        width: 14,
        height: 14,
        backgroundColor: '#fff',
        boxShadow: '0 0 0 1px rgba(10,10,30,.16), 0 1px 4px rgba(10,10,30,.3)',
        '&::before': { display: 'none' },
        '&:hover': { boxShadow: '0 0 0 6px var(--ee-palette-tint-blue)' },
      },
    },
  },
  // Without a frame around it, it is the choice itself that shows focus.
  MuiSelect: {
    styleOverrides: { select: { minHeight: 'auto !important', '&.MuiInput-input:focus-visible': { ...ring, borderRadius: 6 } } },
  },
}
