import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

interface ShareTableProps {
  nameX: string
  nameY: string
  rows: readonly { name: string; value: string; share: number }[]
}

/** Names with their values, and a bar for the share of each. */
export function ShareTable({ nameX, nameY, rows }: ShareTableProps) {
  const { t } = useTranslation('quality')
  if (rows.length === 0) return <Box sx={{ px: 2, pb: 2, fontSize: 13.5, color: 'text.secondary' }}>{t('none')}</Box>
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{nameX}</TableCell>
          <TableCell align="right">{nameY}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ name, value, share }) => (
          <TableRow key={name}>
            <TableCell sx={{ width: 1 }}>
              {name}
              <Box aria-hidden sx={{ mt: 0.5, height: 4, borderRadius: 1, bgcolor: 'surface.sunken' }}>
                <Box sx={{ width: `${share * 100}%`, minWidth: 2, height: 1, borderRadius: 1, bgcolor: 'primary.main' }} />
              </Box>
            </TableCell>
            <TableCell align="right" className="tabular" sx={{ whiteSpace: 'nowrap' }}>
              {value}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
