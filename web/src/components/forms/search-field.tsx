import CloseRounded from '@mui/icons-material/CloseRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypedText } from './use-typed-text.ts'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  /** Called once typing pauses, and at once by Enter. */
  onSearch: (text: string) => void
  /** On a page that is there for searching. */
  focused?: boolean
  sx?: TextFieldProps['sx']
}

export function SearchField({ label, placeholder, value, onSearch, focused = false, sx }: SearchFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useTypedText(value, onSearch)
  const input = useRef<HTMLInputElement>(null)
  // After the page has taken the focus, which is what every navigation does.
  useEffect(() => {
    if (!focused) return undefined
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [focused])
  return (
    <TextField
      inputRef={input}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onSearch(text.trim())
      }}
      {...(sx ? { sx } : {})}
      slotProps={{
        htmlInput: { 'aria-label': label, type: 'search', maxLength: 200, enterKeyHint: 'search' },
        input: {
          sx: { '& input::-webkit-search-cancel-button': { display: 'none' } },
          startAdornment: (
            <InputAdornment position="start">
              <SearchRounded />
            </InputAdornment>
          ),
          ...(text === ''
            ? {}
            : {
                endAdornment: (
                  <InputAdornment position="end">
                    <IconButton
                      size="small"
                      edge="end"
                      aria-label={t('action.clear')}
                      onClick={() => {
                        setText('')
                        onSearch('')
                      }}
                    >
                      <CloseRounded fontSize="inherit" />
                    </IconButton>
                  </InputAdornment>
                ),
              }),
        },
      }}
    />
  )
}
