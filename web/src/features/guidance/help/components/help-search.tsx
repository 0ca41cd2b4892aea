import CloseRounded from '@mui/icons-material/CloseRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface HelpSearchProps {
  query: string
  onChange: (query: string) => void
}

/** Answers while one types; the words stand in the address, so that a search can be shared and Back returns to it. */
export function HelpSearch({ query, onChange }: HelpSearchProps) {
  const { t } = useTranslation('help')
  const input = useRef<HTMLInputElement>(null)
  return (
    <Box
      role="search"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 2,
        height: 56,
        maxWidth: 560,
        borderRadius: 999,
        bgcolor: 'surface.raised',
        border: 1,
        borderColor: 'border.default',
        '&:focus-within': { outline: '2px solid', outlineColor: 'secondary.main', outlineOffset: 2 },
      }}
    >
      <SearchRounded sx={{ color: 'text.secondary' }} />
      <InputBase
        inputRef={input}
        type="text"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        placeholder={t('search.placeholder')}
        fullWidth
        slotProps={{
          input: {
            'aria-label': t('search.label'),
            enterKeyHint: 'search',
            maxLength: 80,
            // The ring is around the whole box.
            style: { outline: 'none' },
          },
        }}
        sx={{ fontSize: 17 }}
      />
      {query && (
        <IconButton
          size="small"
          aria-label={t('search.clear')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <CloseRounded />
        </IconButton>
      )}
    </Box>
  )
}
