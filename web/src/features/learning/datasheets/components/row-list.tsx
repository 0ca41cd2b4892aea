import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface RowListProps<Row> {
  title: string
  note?: string
  rows: readonly Row[]
  /** The button that adds one vanishes here. */
  max: number
  /** A new row. */
  empty: Row
  add: string
  onChange: (rows: Row[]) => void
  children: (row: Row, index: number, set: (row: Row) => void) => ReactNode
}

/** Rows that are added and removed one by one. */
export function RowList<Row>({ title, note, rows, max, empty, add, onChange, children }: RowListProps<Row>) {
  const { t } = useTranslation('datasheets')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index))
    // The pressed button is gone: its focus stays in the list.
    list.current?.focus()
  }
  return (
    <Box ref={list} role="group" aria-labelledby={id} tabIndex={-1} sx={{ display: 'grid', gap: 1.5, '&:focus': { outline: 'none' } }}>
      <Box>
        <Typography variant="label" component="h3" id={id} sx={{ m: 0 }}>
          {title}
        </Typography>
        {note && (
          <Typography variant="caption" component="p" sx={{ m: 0, color: 'text.secondary' }}>
            {note}
          </Typography>
        )}
      </Box>
      {rows.map((row, index) => (
        // Rows have no names, and are never sorted.
        // oxlint-disable-next-line react/no-array-index-key
        <Box key={index} sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0,1fr) auto', alignItems: 'start' }}>
          {children(row, index, (next) => onChange(rows.map((one, at) => (at === index ? next : one))))}
          <IconButton aria-label={t('remove', { title, number: index + 1 })} onClick={() => remove(index)} sx={{ mt: '24px' }}>
            <DeleteOutlineRounded />
          </IconButton>
        </Box>
      ))}
      {rows.length < max && (
        <Button size="small" startIcon={<AddRounded />} onClick={() => onChange([...rows, empty])} sx={{ justifySelf: 'start' }}>
          {add}
        </Button>
      )}
    </Box>
  )
}
