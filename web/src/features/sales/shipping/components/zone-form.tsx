import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesIn } from '../../../../lib/countries.ts'
import { useLanguage } from '../../../../lib/language.ts'
import type { ZoneFault, ZoneFaults, ZoneFields } from '../zone-fields.ts'

interface ZoneFormProps {
  zone: ZoneFields
  faults: ZoneFaults
  onChange: (part: Partial<ZoneFields>) => void
  onRemove: () => void
}

/** One zone: its countries, its prices, and from which amount on goods travel free. */
export function ZoneForm({ zone, faults, onChange, onRemove }: ZoneFormProps) {
  const { t } = useTranslation('shipping')
  const language = useLanguage()
  const names = useMemo(() => new Map(countriesIn(language).map(({ code, name }) => [code, name])), [language])
  const words = (fault: ZoneFault | undefined) => fault && t(`zones.fault.${fault}`)
  const amount = (name: 'net' | 'next' | 'freeFrom', help?: string) => (
    <TextField
      label={t(`zones.${name}`)}
      value={zone[name]}
      required={name !== 'freeFrom'}
      error={faults[name] !== undefined}
      helperText={words(faults[name]) ?? help}
      onChange={({ target }) => onChange({ [name]: target.value })}
      slotProps={{ htmlInput: decimal }}
    />
  )
  const title = zone.name.trim() === '' ? t('zones.unnamed') : zone.name
  return (
    <Box component="li" role="group" aria-label={title} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'minmax(0,1fr) 120px' } }}>
        <TextField
          label={t('zones.name')}
          value={zone.name}
          required
          error={faults.name !== undefined}
          helperText={words(faults.name)}
          onChange={({ target }) => onChange({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <TextField
          label={t('zones.currency')}
          value={zone.currency}
          onChange={({ target }) =>
            onChange({
              currency: target.value
                .toUpperCase()
                .replaceAll(/[^A-Z]/g, '')
                .slice(0, 3),
            })
          }
          slotProps={{ htmlInput: { maxLength: 3, autoComplete: 'off' } }}
        />
      </Box>
      <Box>
        <Autocomplete
          multiple
          disabled={zone.isRest}
          options={[...names.keys()]}
          value={zone.isRest ? [] : zone.countries}
          getOptionLabel={(code) => names.get(code) ?? code}
          onChange={(_, countries) => onChange({ countries })}
          renderInput={(params) => (
            <TextField
              {...params}
              label={t('zones.countries')}
              error={faults.countries !== undefined}
              helperText={words(faults.countries)}
            />
          )}
        />
        <FormControlLabel
          control={<Checkbox size="small" checked={zone.isRest} onChange={(_, isRest) => onChange({ isRest })} />}
          label={t('zones.rest')}
        />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))', lg: 'repeat(4, minmax(0,1fr))' },
        }}
      >
        {amount('net')}
        {amount('next')}
        <TextField
          label={t('zones.tax')}
          value={zone.tax}
          required
          error={faults.tax !== undefined}
          helperText={words(faults.tax)}
          onChange={({ target }) => onChange({ tax: target.value })}
          slotProps={{ htmlInput: decimal }}
        />
        {amount('freeFrom', t('zones.freeFromNote'))}
      </Box>
      <Button
        variant="text"
        size="small"
        color="inherit"
        startIcon={<DeleteOutlineRounded />}
        aria-label={t('zones.removeLabel', { name: title })}
        onClick={onRemove}
        sx={{ justifySelf: 'start' }}
      >
        {t('zones.remove')}
      </Button>
    </Box>
  )
}

const decimal = { inputMode: 'decimal', className: 'tabular', autoComplete: 'off' } as const
