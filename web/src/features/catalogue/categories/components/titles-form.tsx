import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { limits } from '@e-events/shared/limits.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export type Titles = Record<Language, string | null>

interface TitlesFormProps {
  titles: Titles
  saveLabel: string
  saving: boolean
  onSave: (titles: Titles) => void
  onCancel?: () => void
}

/** The name in three languages; where one is missing, another shows. */
export function TitlesForm({ titles, saveLabel, saving, onSave, onCancel }: TitlesFormProps) {
  const { t } = useTranslation('categories')
  const { t: tc } = useTranslation('common')
  const [typed, setTyped] = useState(titles)
  const trimmed = Object.fromEntries(languages.map((language) => [language, typed[language]?.trim() || null])) as Titles
  const isNamed = languages.some((language) => trimmed[language] !== null)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isNamed && !saving) onSave(trimmed)
      }}
      sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5, alignItems: 'end' }}
    >
      {languages.map((language) => (
        <TextField
          key={language}
          size="small"
          label={t(`title.${language}`)}
          value={typed[language] ?? ''}
          onChange={({ target }) => setTyped({ ...typed, [language]: target.value })}
          slotProps={{ htmlInput: { maxLength: limits.categoryTitleChars } }}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        {onCancel && (
          <Button size="small" variant="text" onClick={onCancel} disabled={saving}>
            {tc('action.cancel')}
          </Button>
        )}
        <Button size="small" type="submit" variant="contained" color="inherit" disabled={!isNamed} loading={saving}>
          {saveLabel}
        </Button>
      </Box>
    </Box>
  )
}
