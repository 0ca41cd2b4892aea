import Box from '@mui/material/Box'
import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/**
 * Drawn here: what it says is a secret, so no service of anybody's makes the picture. Black on white in every mode, as
 * scanners want it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, borderRadius: '10px', bgcolor: 'common.white', color: 'common.black' }}
    >
      <path d={path} fill="currentColor" />
    </Box>
  )
}

function draw(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : '')).join(''),
  )
  return { size, path: rows.join('') }
}
