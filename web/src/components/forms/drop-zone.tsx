import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { useState, type ReactNode } from 'react'

interface DropZoneProps {
  /** For the file dialog; what is dropped is looked at by the caller. */
  accept: string
  label: string
  disabled?: boolean
  onFile: (file: File) => void
  sx?: SxProps<Theme>
  /** Gets the function that opens the file dialog. */
  children: (choose: () => void, isOver: boolean) => ReactNode
}

/** A place to drop one file on. Everything that the mouse can do here, a button can do too. */
export function DropZone({ accept, label, disabled = false, onFile, sx, children }: DropZoneProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [isOver, setOver] = useState(false)
  return (
    <Box
      sx={sx}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file && !disabled) onFile(file)
      }}
    >
      <input
        ref={setInput}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again after a refusal.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      {children(() => input?.click(), isOver)}
    </Box>
  )
}
