import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useState, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface LineChartProps {
  /** Names the picture to screen readers, with what it comes to. */
  label: string
  values: readonly number[]
  /** Value at the upper edge. */
  most: number
  nameX: string
  nameY: string
  formatX: (index: number) => string
  formatY: (value: number) => string
}

const height = 180

/** One line over its area, the value under the pointer, and the same figures as a table. */
export function LineChart({ label, values, most, nameX, nameY, formatX, formatY }: LineChartProps) {
  const { t } = useTranslation('quality')
  const [at, setAt] = useState<number | null>(null)
  const last = values.length - 1
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setAt(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))))
  }
  const shown = at === null ? undefined : values[at]
  const middle = Math.round(last / 2)
  return (
    <Box sx={{ p: 2, pt: 0.5 }}>
      <Box className="tabular" sx={{ display: 'flex', justifyContent: 'space-between', minHeight: 20, fontSize: 12.5 }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {formatY(most)}
        </Box>
        <Box component="span" aria-hidden sx={{ fontWeight: 600 }}>
          {at !== null && shown !== undefined && `${formatX(at)} · ${formatY(shown)}`}
        </Box>
      </Box>
      <Box
        role="img"
        aria-label={label}
        onPointerMove={onMove}
        onPointerLeave={() => setAt(null)}
        sx={{ position: 'relative', height, color: 'primary.main', touchAction: 'pan-y' }}
      >
        <Box
          component="svg"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden
          sx={{ display: 'block', width: 1, height: 1, borderBottom: 1, borderTop: 1, borderColor: 'border.subtle' }}
        >
          <path d={`${lineOf(values, most)} V100 H0 Z`} fill="currentColor" opacity={0.14} />
          <path d={lineOf(values, most)} fill="none" stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </Box>
        {at !== null && (
          <Box
            aria-hidden
            sx={{ position: 'absolute', insetBlock: 0, left: `${xOf(at, last)}%`, borderLeft: 1, borderColor: 'text.secondary' }}
          />
        )}
      </Box>
      <Box
        aria-hidden
        className="tabular"
        sx={{ display: 'flex', justifyContent: 'space-between', mt: 0.5, fontSize: 12.5, color: 'text.secondary' }}
      >
        {[...new Set([0, middle, last])].map((index) => (
          <span key={index}>{formatX(index)}</span>
        ))}
      </Box>
      <Box component="details" sx={{ mt: 1, fontSize: 13.5 }}>
        <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary', width: 'fit-content' }}>
          {t('asTable')}
        </Box>
        <Box sx={{ mt: 1, maxHeight: 280, overflowY: 'auto' }} tabIndex={0} role="region" aria-label={label}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>{nameX}</TableCell>
                <TableCell align="right">{nameY}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {values.map((value, index) => (
                <TableRow key={formatX(index)}>
                  <TableCell className="tabular">{formatX(index)}</TableCell>
                  <TableCell align="right" className="tabular">
                    {formatY(value)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      </Box>
    </Box>
  )
}

const xOf = (index: number, last: number): number => (last <= 0 ? 50 : (index / last) * 100)

/** A single value is a level line. */
function lineOf(values: readonly number[], most: number): string {
  const yOf = (value: number) => 100 - (Math.min(value, most) / Math.max(most, Number.EPSILON)) * 99
  const [first = 0] = values
  if (values.length < 2) return `M0 ${yOf(first)} H100`
  return values.map((value, index) => `${index === 0 ? 'M' : 'L'}${round(xOf(index, values.length - 1))} ${round(yOf(value))}`).join(' ')
}

const round = (value: number): number => Math.round(value * 100) / 100
