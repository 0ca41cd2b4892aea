import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A table that becomes a list of cards where a phone has no room for its columns. */
export function PayoutTable({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <Box
      component="table"
      aria-label={label}
      className="tabular"
      sx={{
        width: 1,
        borderCollapse: 'collapse',
        fontSize: 14,
        '& tr': { borderTop: 1, borderColor: 'border.subtle' },
        '& thead tr': { borderTop: 0 },
        display: { xs: 'block', md: 'table' },
        '& tbody': { display: { xs: 'block', md: 'table-row-group' } },
        '& tbody tr': { display: { xs: 'block', md: 'table-row' }, py: { xs: 1.25, md: 0 } },
      }}
    >
      <Box component="thead" sx={{ display: { xs: 'none', md: 'table-header-group' } }}>
        <tr>
          {heads.map((head, index) => (
            <Box
              key={head}
              component="th"
              scope="col"
              sx={{ py: 1, px: 1, textAlign: index < 2 ? 'left' : 'right', fontSize: 12.5, fontWeight: 560, color: 'text.secondary' }}
            >
              {head}
            </Box>
          ))}
        </tr>
      </Box>
      <tbody>{children}</tbody>
    </Box>
  )
}

interface CellProps {
  /** Said before the value where the heads are hidden. */
  label?: string
  isHead?: boolean
  isNumber?: boolean
  isStrong?: boolean
  children: ReactNode
}

export function Cell({ label, isHead = false, isNumber = false, isStrong = false, children }: CellProps) {
  return (
    <Box
      component={isHead ? 'th' : 'td'}
      scope={isHead ? 'row' : undefined}
      sx={{
        px: { xs: 0, md: 1 },
        py: { xs: 0.25, md: 1 },
        display: { xs: 'flex', md: 'table-cell' },
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        columnGap: 1.5,
        textAlign: { xs: 'left', md: isNumber ? 'right' : 'left' },
        verticalAlign: 'top',
        fontWeight: isStrong ? 650 : 400,
        overflowWrap: 'anywhere',
        ...(isNumber && { whiteSpace: { md: 'nowrap' } }),
      }}
    >
      {label !== undefined && (
        <Box component="span" aria-hidden sx={{ display: { md: 'none' }, color: 'text.secondary', fontWeight: 400 }}>
          {label}
        </Box>
      )}
      <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
        {children}
      </Box>
    </Box>
  )
}
