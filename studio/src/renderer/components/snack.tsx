import Alert from '@mui/material/Alert'
import Snackbar from '@mui/material/Snackbar'
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'

type Tone = 'error' | 'warning' | 'success' | 'info'
type ShowSnack = (message: string, tone?: Tone) => void

const SnackContext = createContext<ShowSnack>(() => {})

/** Messages at the top left; errors stay until dismissed, the rest goes after ten seconds. */
export function SnackProvider({ children }: { children: ReactNode }) {
  const [snack, setSnack] = useState<{ id: number; message: string; tone: Tone } | null>(null)
  const show = useCallback<ShowSnack>((message, tone = 'error') => setSnack((before) => ({ id: (before?.id ?? 0) + 1, message, tone })), [])
  const close = () => setSnack(null)
  return (
    <SnackContext value={show}>
      {children}
      <Snackbar
        key={snack?.id}
        open={snack !== null}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        autoHideDuration={snack?.tone === 'error' ? null : 10_000}
        onClose={(_event, reason) => reason !== 'clickaway' && close()}
      >
        <Alert severity={snack?.tone ?? 'info'} onClose={close}>
          {snack?.message}
        </Alert>
      </Snackbar>
    </SnackContext>
  )
}

export const useSnack = (): ShowSnack => useContext(SnackContext)
