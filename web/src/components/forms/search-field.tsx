import CloseRounded from '@mui/icons-material/CloseRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

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

const pauseMs = 300

export function SearchField({ label, placeholder, value, onSearch, focused = false, sx }: SearchFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const [shownFor, setShownFor] = useState(value)
  // The address changed otherwise (Back, a cleared filter): the field follows.
  if (value !== shownFor) {
    setShownFor(value)
    if (value !== text.trim()) setText(value)
  }
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === value) return undefined
    const timer = setTimeout(() => search.current(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
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
