import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../config/paths.ts'

/** Where an address leads nowhere, what was meant may still be found by its name. */
export function SearchForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <Box
      component="form"
      role="search"
      aria-label={t('search.label')}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.search(text.trim()))
      }}
      sx={{ width: '100%', maxWidth: 400, mb: 1 }}
    >
      <TextField
        fullWidth
        size="small"
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={t('search.placeholder')}
        slotProps={{
          htmlInput: { 'aria-label': t('search.label'), type: 'search', enterKeyHint: 'search', maxLength: 100 },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchRounded aria-hidden />
              </InputAdornment>
            ),
          },
        }}
      />
    </Box>
  )
}
