import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { RouterLink } from '../../components/navigation/router-link.tsx'
import { paths } from '../../config/paths.ts'

/**
 * The way to the search: a field where there is room, else a button. On the results' own page the field stands there.
 */
export function BarSearch() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  if (pathname === paths.search()) return null
  return (
    <>
      <Box
        component="form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(paths.search(text.trim()))
          setText('')
        }}
        sx={{ display: { xs: 'none', xl: 'block' }, mr: 1 }}
      >
        <InputBase
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder={t('search.placeholder')}
          startAdornment={<SearchRounded aria-hidden sx={{ mr: 1, fontSize: 20, color: 'text.secondary' }} />}
          inputProps={{ 'aria-label': t('search.label'), type: 'search', enterKeyHint: 'search', maxLength: 100 }}
          sx={{
            width: 280,
            height: 42,
            px: 1.75,
            borderRadius: '21px',
            bgcolor: 'tint.neutral',
            fontSize: 14.5,
            outlineOffset: 2,
            '&:focus-within': { outline: 2, outlineColor: 'secondary.main', outlineStyle: 'solid' },
            '& input::placeholder': { color: 'text.secondary', opacity: 1 },
          }}
        />
      </Box>
      <IconButton component={RouterLink} href={paths.search()} aria-label={t('search.label')} sx={{ display: { xl: 'none' } }}>
        <SearchRounded />
      </IconButton>
    </>
  )
}
