import type { SystemStyleObject } from '@mui/system'
import type { Theme } from '@mui/material/styles'

/** The grid looks like every other table of the back office (`shared/ui/theme/tables.ts`): hairlines, no frame of its own. */
export const gridStyle = (theme: Theme): SystemStyleObject<Theme> => ({
  '--DataGrid-t-color-border-base': theme.vars.palette.border.subtle,
  '--DataGrid-t-color-background-base': 'transparent',
  '--DataGrid-t-header-background-base': theme.vars.palette.background.paper,
  '--DataGrid-rowBorderColor': theme.vars.palette.border.subtle,
  border: 0,
  borderRadius: 0,
  fontSize: '.84375rem',
  color: theme.vars.palette.text.primary,
  '& .MuiDataGrid-columnHeaderTitle': { fontSize: '.78125rem', fontWeight: 580, color: theme.vars.palette.text.secondary },
  '& .MuiDataGrid-columnSeparator': { display: 'none' },
  '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', minWidth: 0, padding: '0 12px' },
  '& .MuiDataGrid-columnHeader': { padding: '0 12px' },
  '& .MuiDataGrid-cell > *': { minWidth: 0 },
  '& .ee-cut': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .MuiDataGrid-row:hover': { backgroundColor: theme.vars.palette.surface.hover },
})
