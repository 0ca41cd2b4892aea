import { changeReasons } from '@e-events/shared/contract/catalogue/product-fields.ts'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

export type ChangeReason = (typeof changeReasons)[number]
export interface Notice {
  reason: ChangeReason
  note: string
}

export const noNotice: Notice = { reason: 'organizer', note: '' }

/** Whose fault a change is, and what ticket holders are told of it. */
export function ChangeNotice({ value, onChange }: { value: Notice; onChange: (value: Notice) => void }) {
  const { t } = useTranslation('product-editor')
  const id = useId()
  return (
    <>
      <div>
        <Typography variant="label" component="div" id={id}>
          {t('change.reason')}
        </Typography>
        <RadioGroup
          aria-labelledby={id}
          value={value.reason}
          onChange={(_, reason) => onChange({ ...value, reason: reason as ChangeReason })}
        >
          {changeReasons.map((reason) => (
            <FormControlLabel key={reason} value={reason} control={<Radio />} label={t(`change.${reason}`)} />
          ))}
        </RadioGroup>
      </div>
      <TextField
        label={t('change.note')}
        helperText={t('change.noteHelp')}
        value={value.note}
        onChange={({ target }) => onChange({ ...value, note: target.value.slice(0, 2_000) })}
        multiline
        minRows={2}
      />
    </>
  )
}
