import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ProductFields } from '../fields.ts'
import { BoundText, useField } from './bound-fields.tsx'

/** Pairs of a name and a value; the exportable ones are columns of the sales download. */
export function MetadataEditor() {
  const { t } = useTranslation('product-editor')
  const rows = useFieldArray<ProductFields, 'metadata', 'rowId'>({ name: 'metadata', keyName: 'rowId' })
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      {rows.fields.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {rows.fields.map(({ rowId }, index) => (
            <Box
              component="li"
              key={rowId}
              sx={{
                display: 'grid',
                gap: 1.5,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0,1fr) auto', md: 'minmax(0,1fr) minmax(0,1.6fr) auto auto' },
              }}
            >
              <BoundText name={`metadata.${index}.key`} label={t('metadata.key')} required sx={wideOnPhones} />
              <BoundText name={`metadata.${index}.value`} label={t('metadata.value')} sx={wideOnPhones} />
              <Exportable index={index} />
              <IconButton
                aria-label={t('metadata.remove', { number: index + 1 })}
                onClick={() => {
                  rows.remove(index)
                  addButton.current?.focus()
                }}
                sx={{ mt: { md: '24px' } }}
              >
                <DeleteOutlineRounded />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      <Button
        ref={addButton}
        size="small"
        startIcon={<AddRounded />}
        onClick={() => rows.append({ key: '', value: '', exportable: false })}
        sx={{ justifySelf: 'start' }}
      >
        {t('metadata.add')}
      </Button>
    </>
  )
}

function Exportable({ index }: { index: number }) {
  const { t } = useTranslation('product-editor')
  const { field } = useField(`metadata.${index}.exportable`)
  return (
    <FormControlLabel
      label={t('metadata.exportable')}
      control={<Switch checked={field.value} onChange={(_, on) => field.onChange(on)} />}
      sx={{ mt: { md: '28px' }, ml: 0, gap: 1 }}
    />
  )
}

const wideOnPhones = { gridColumn: { xs: '1 / -1', md: 'auto' } } as const
