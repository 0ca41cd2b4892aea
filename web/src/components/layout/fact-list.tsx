import Box from '@mui/material/Box'
import { Fragment } from 'react'

/** Name and value, one under the other. Unknown values are a dash. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{
        m: 0,
        mt: 1,
        display: 'grid',
        gridTemplateColumns: '128px minmax(0,1fr)',
        columnGap: 1.5,
        rowGap: 1,
        fontSize: 13.5,
        '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
        '& dd': { m: 0, fontWeight: 500, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
      }}
    >
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '—' : value}</dd>
        </Fragment>
      ))}
    </Box>
  )
}
