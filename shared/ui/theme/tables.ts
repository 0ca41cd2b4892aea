import type { Overrides } from './inputs.ts'

/** Tables of the back office: hairlines, a head that stays, rows of the mode's own height. */
export const tables: Overrides = {
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        height: 'var(--ee-row)',
        padding: '0 12px',
        fontSize: '.84375rem',
        borderColor: theme.vars.palette.border.subtle,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }),
      head: ({ theme }) => ({
        height: 40,
        fontSize: '.78125rem',
        fontWeight: 580,
        color: theme.vars.palette.text.secondary,
        backgroundColor: theme.vars.palette.background.paper,
      }),
      stickyHeader: ({ theme }) => ({ backgroundColor: theme.vars.palette.background.paper }),
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.MuiTableRow-hover:hover': { backgroundColor: theme.vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.surface.selected },
      }),
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&:hover, &:focus': { color: theme.vars.palette.text.primary },
        '&.Mui-active': { color: theme.vars.palette.text.primary, '& .MuiTableSortLabel-icon': { color: 'inherit' } },
      }),
      icon: { fontSize: 15 },
    },
  },
}
