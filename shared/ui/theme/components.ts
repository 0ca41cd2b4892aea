import type { Theme } from '@mui/material/styles'
import { ease, ring, type Overrides } from './inputs.ts'

/** Soft pairs: a quiet tint with a readable word on it. Used by Chip, Alert and Button alike. */
const soft = (name: 'red' | 'blue' | 'green' | 'amber' | 'neutral', color: string) => ({
  backgroundColor: `var(--ee-palette-tint-${name})`,
  color,
})
const tintOf = { primary: 'red', secondary: 'blue', info: 'blue', success: 'green', warning: 'amber', error: 'red' } as const

export const components: Overrides = {
  // ——— Actions ———
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { '&:focus-visible': ring } } },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 'var(--ee-control)',
        padding: '0 var(--ee-control-px)',
        borderRadius: 'var(--ee-control-radius)',
        fontSize: 'var(--ee-control-font)',
        whiteSpace: 'nowrap',
        transition: `background-color ${ease}, border-color ${ease}, color ${ease}, transform ${ease}, box-shadow ${ease}`,
        '&:active': { transform: 'scale(.985)' },
        '&.Mui-disabled': {
          color: theme.vars.palette.text.tertiary,
          backgroundColor: theme.vars.palette.tint.neutral,
          borderColor: 'transparent',
        },
        '& .MuiButton-startIcon': { marginRight: 8, marginLeft: -3 },
        '& .MuiButton-endIcon': { marginLeft: 6, marginRight: -4 },
      }),
    },
    variants: [
      { props: { size: 'small' }, style: { minHeight: 'var(--ee-control-sm)', padding: '0 12px', fontSize: '.8125rem' } },
      { props: { size: 'large' }, style: { minHeight: 'var(--ee-control-lg)', padding: '0 24px', fontSize: '1rem' } },
      {
        props: { variant: 'contained', color: 'primary' },
        style: ({ theme }) => ({
          // The one red on a page. A hair of inner light makes it feel pressed from metal rather than flat.
          boxShadow: 'inset 0 1px 0 rgba(255,255,255,.14), 0 1px 2px rgba(120,10,10,.3)',
          '&:hover': { backgroundColor: theme.vars.palette.primary.dark },
        }),
      },
      {
        props: { variant: 'contained', color: 'inherit' },
        style: ({ theme }) => ({
          backgroundColor: theme.vars.palette.surface.ink,
          color: theme.vars.palette.surface.onInk,
          '&:hover': { backgroundColor: theme.vars.palette.surface.ink, opacity: 0.88 },
        }),
      },
      {
        props: { variant: 'outlined', color: 'inherit' },
        style: ({ theme }) => ({
          borderColor: theme.vars.palette.border.default,
          backgroundColor: theme.vars.palette.surface.raised,
          '&:hover': {
            borderColor: theme.vars.palette.border.strong,
            backgroundColor: theme.vars.palette.surface.raised,
            backgroundImage: 'linear-gradient(var(--ee-palette-surface-hover), var(--ee-palette-surface-hover))',
          },
        }),
      },
      {
        props: { variant: 'text', color: 'inherit' },
        style: ({ theme }) => ({
          color: theme.vars.palette.text.primary,
          '&:hover': { backgroundColor: theme.vars.palette.surface.hover },
        }),
      },
      {
        props: { variant: 'soft', color: 'inherit' },
        style: ({ theme }) => ({
          ...soft('neutral', theme.vars.palette.text.primary),
          '&:hover': { backgroundColor: theme.vars.palette.border.default },
        }),
      },
      {
        props: { variant: 'soft', color: 'primary' },
        style: ({ theme }) => ({
          ...soft('red', theme.vars.palette.error.main),
          '&:hover': { backgroundColor: theme.vars.palette.live.halo },
        }),
      },
      { props: { variant: 'soft', color: 'secondary' }, style: ({ theme }) => soft('blue', theme.vars.palette.secondary.main) },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 'var(--ee-control-radius)',
        color: theme.vars.palette.text.secondary,
        transition: `background-color ${ease}, color ${ease}`,
        '&:hover': { backgroundColor: theme.vars.palette.surface.hover, color: theme.vars.palette.text.primary },
      }),
      sizeSmall: { padding: 6 },
      sizeMedium: { padding: 8 },
      sizeLarge: { padding: 12 },
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: { root: ({ theme }) => ({ color: theme.vars.palette.secondary.main, textUnderlineOffset: 3, fontWeight: 550 }) },
  },
  MuiToggleButtonGroup: {
    // Reads as one segmented control: a well with a raised pill, not five outlined boxes.
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 3,
        gap: 2,
        borderRadius: 'var(--ee-control-radius)',
        backgroundColor: theme.vars.palette.tint.neutral,
      }),
      grouped: { margin: '0 !important', border: '0 !important', borderRadius: '7px !important' },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 'calc(var(--ee-control-sm) - 6px)',
        padding: '0 12px',
        border: 0,
        fontSize: '.8125rem',
        fontWeight: 560,
        textTransform: 'none',
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.vars.palette.surface.pill,
          color: theme.vars.palette.text.primary,
          boxShadow: '0 1px 3px rgba(10,10,30,.16)',
        },
      }),
    },
  },

  // ——— Surfaces ———
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 'var(--ee-card-radius)',
        borderColor: theme.vars.palette.border.subtle,
        backgroundColor: theme.vars.palette.background.paper,
        boxShadow: theme.vars.palette.shadow.card,
      }),
    },
  },
  MuiDivider: { styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars.palette.border.subtle }) } },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        borderRadius: 20,
        boxShadow: theme.vars.palette.shadow.dialog,
        backgroundColor: theme.vars.palette.surface.raised,
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: { padding: '24px 24px 8px', fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-.017em' } },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 24px', gap: 8 } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'rgba(10,10,16,.5)', backdropFilter: 'blur(3px)' } } },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ theme }) => ({ backgroundColor: theme.vars.palette.background.paper, borderColor: theme.vars.palette.border.subtle }),
    },
  },
  MuiAccordion: {
    defaultProps: { disableGutters: true, elevation: 0, square: true },
    styleOverrides: { root: { backgroundColor: 'transparent', '&::before': { display: 'none' } } },
  },
  MuiAccordionSummary: { styleOverrides: { root: { minHeight: 52, padding: 0 }, content: { margin: '12px 0' } } },
  MuiAccordionDetails: { styleOverrides: { root: { padding: '0 0 16px' } } },
  MuiAlert: {
    defaultProps: { variant: 'standard' },
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        borderRadius: 12,
        padding: '8px 14px',
        fontSize: '.875rem',
        alignItems: 'flex-start',
        ...soft(tintOf[ownerState.severity ?? 'info'], theme.vars.palette.text.primary),
        '& .MuiAlert-icon': { color: theme.vars.palette[ownerState.severity ?? 'info'].main, marginRight: 10, fontSize: 20 },
      }),
    },
  },

  // ——— Small things ———
  // Looks are not levels: only h1–h6 make headings, so the outline of a page stays in order.
  MuiTypography: {
    defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p', display: 'h1', label: 'span', numeric: 'span', overline: 'span' } },
  },
  MuiChip: {
    defaultProps: { variant: 'soft' },
    styleOverrides: {
      root: { height: 26, borderRadius: 8, fontSize: '.78125rem', fontWeight: 560, letterSpacing: '-.002em' },
      label: { padding: '0 9px' },
      icon: { marginLeft: 7, marginRight: -4, fontSize: 16, color: 'inherit' },
    },
    variants: [
      { props: { size: 'small' }, style: { height: 22, borderRadius: 6, fontSize: '.75rem' } },
      { props: { variant: 'soft' }, style: ({ theme }) => soft('neutral', theme.vars.palette.text.primary) },
      ...(['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const).map((color) => ({
        props: { variant: 'soft' as const, color },
        style: ({ theme }: { theme: Theme }) =>
          soft(tintOf[color], color === 'primary' ? theme.vars.palette.error.main : theme.vars.palette[color].main),
      })),
      { props: { variant: 'outlined' }, style: ({ theme }) => ({ borderColor: theme.vars.palette.border.default }) },
    ],
  },
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({ position: 'relative', minHeight: 44, boxShadow: `inset 0 -1px 0 ${theme.vars.palette.border.subtle}` }),
      list: { gap: 24 },
      // The first tab stands where the page begins. The buttons lie on the row: one that comes must not move the tabs
      // under a pointer.
      scrollButtons: ({ theme }) => ({
        position: 'absolute',
        zIndex: 1,
        height: 43,
        opacity: 1,
        backgroundColor: theme.vars.palette.background.default,
        '&:last-of-type': { right: 0 },
        '&.Mui-disabled': { display: 'none' },
      }),
      indicator: ({ theme }) => ({ height: 2, borderRadius: 2, backgroundColor: theme.vars.palette.text.primary }),
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 44,
        minWidth: 0,
        padding: '0 1px',
        fontSize: '.875rem',
        fontWeight: 560,
        color: theme.vars.palette.text.secondary,
        '&:hover': { color: theme.vars.palette.text.primary },
        '&.Mui-selected': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 300 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        padding: '6px 10px',
        borderRadius: 8,
        fontSize: '.78125rem',
        fontWeight: 500,
        backgroundColor: theme.vars.palette.surface.ink,
        color: theme.vars.palette.surface.onInk,
      }),
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        marginTop: 6,
        borderRadius: 12,
        backgroundColor: theme.vars.palette.surface.raised,
        boxShadow: theme.vars.palette.shadow.menu,
      }),
      list: { padding: 6 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        padding: '6px 10px',
        borderRadius: 8,
        fontSize: '.875rem',
        gap: 10,
        '&:hover': { backgroundColor: theme.vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.surface.selected },
      }),
    },
  },
  MuiListItemButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        transition: `background-color ${ease}`,
        '&:hover': { backgroundColor: theme.vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.tint.neutral },
      }),
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave', variant: 'rounded' },
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.tint.neutral }), rounded: { borderRadius: 8 } },
  },
  MuiLinearProgress: {
    // Red is for what to do and what is on air, not for how far something has come.
    defaultProps: { color: 'secondary' },
    styleOverrides: {
      root: ({ theme }) => ({ height: 4, borderRadius: 4, backgroundColor: theme.vars.palette.tint.neutral }),
      bar: { borderRadius: 4 },
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.tint.neutral,
        color: theme.vars.palette.text.primary,
        fontWeight: 600,
      }),
    },
  },
  MuiBreadcrumbs: {
    styleOverrides: {
      root: { fontSize: '.8125rem' },
      separator: ({ theme }) => ({ margin: '0 6px', color: theme.vars.palette.text.tertiary }),
    },
  },
  MuiStepLabel: { styleOverrides: { label: { fontSize: '.8125rem' } } },
  MuiSvgIcon: { defaultProps: { fontSize: 'small' } },
}
