import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import IconButton from '@mui/material/IconButton'
import { SnackbarContent, SnackbarProvider, useSnackbar, type CustomContentProps } from 'notistack'
import { useEffect, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '@e-events/shared/limits.ts'
import { snackStore, useSnackList, type Snack, type SnackMessage } from './use-snacks.ts'

declare module 'notistack' {
  /** Props of our message component besides notistack's own. */
  interface OptionsObject {
    words?: SnackMessage
  }
}

/**
 * The only file that knows notistack; everybody else uses `useSnacks`. Messages come top-left, below the bar, at most
 * three at once.
 */
export function SnackbarHost() {
  return (
    <SnackbarProvider
      classes={{ containerRoot: 'snackbars' }}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      // The message keeps its own time: it also stands still while the keyboard is in it.
      autoHideDuration={null}
      maxSnack={3}
      Components={{ success: Message, warning: Message, error: Message }}
    >
      <GlobalStyles styles={place} />
      <Feeder />
    </SnackbarProvider>
  )
}

/** The logo, the way back and the index of the back office can be pressed while a message stands there. */
const place = {
  '.notistack-SnackbarContainer.snackbars': { top: 76 },
  'html[data-mode^="backOffice"] .notistack-SnackbarContainer.snackbars': { top: 60 },
  '@media (min-width:1280px)': { 'html[data-mode^="backOffice"] .notistack-SnackbarContainer.snackbars': { left: 252 } },
}

/**
 * Hands what is in the store over to notistack, each message once and under an id of its own: a replacement may come
 * while the old one leaves.
 */
function Feeder() {
  const list = useSnackList()
  const { enqueueSnackbar, closeSnackbar } = useSnackbar()
  const shown = useRef(new Map<string, { snack: Snack; id: string }>())
  const counter = useRef(0)
  useEffect(() => {
    for (const snack of list) {
      const known = shown.current.get(snack.key)
      if (known?.snack === snack) continue
      const id = snack.dismissed && known ? known.id : `${snack.key}#${++counter.current}`
      // Noted before the old one is closed: what closing it reports must not be taken for this one.
      shown.current.set(snack.key, { snack, id })
      if (known) closeSnackbar(known.id)
      if (snack.dismissed) {
        if (!known) snackStore.remove(snack.key)
        continue
      }
      const isCurrent = () => shown.current.get(snack.key)?.id === id
      const { variant, action } = snack.options
      enqueueSnackbar({
        key: id,
        words: snack.message,
        variant,
        // The last to go when there is no more room.
        persist: variant === 'error',
        onClose: () => {
          if (isCurrent()) snackStore.dismiss(snack.key)
        },
        onExited: () => {
          if (isCurrent()) snackStore.remove(snack.key)
        },
        ...(action ? { action: <SnackAction snack={snack} action={action} /> } : {}),
      })
    }
    for (const key of shown.current.keys()) if (!list.some((snack) => snack.key === key)) shown.current.delete(key)
  }, [list, enqueueSnackbar, closeSnackbar])
  return null
}

function SnackAction({ snack, action }: { snack: Snack; action: NonNullable<Snack['options']['action']> }) {
  return (
    <Button
      size="small"
      variant="text"
      onClick={() => {
        snackStore.dismiss(snack.key)
        action.onClick()
      }}
    >
      {action.label}
    </Button>
  )
}

const severities = { success: 'success', warning: 'warning', error: 'error', info: 'success', default: 'success' } as const

interface MessageProps extends CustomContentProps {
  words?: SnackMessage
  ref?: Ref<HTMLDivElement>
}

function Message({ id, words, message, variant, action, ref }: MessageProps) {
  const { t } = useTranslation()
  const { closeSnackbar } = useSnackbar()
  const pause = useAutoHide(variant === 'error' ? null : limits.snackbarMs, () => closeSnackbar(id))
  return (
    <SnackbarContent ref={ref ?? null} {...pause}>
      <Box sx={{ width: 1, borderRadius: '12px', bgcolor: 'surface.raised', boxShadow: (theme) => theme.vars.palette.shadow.menu }}>
        <Alert
          // Errors interrupt a screen reader, the rest waits its turn.
          role={variant === 'error' ? 'alert' : 'status'}
          severity={severities[variant]}
          sx={{
            minWidth: { sm: 320 },
            maxWidth: 460,
            overflowWrap: 'anywhere',
            '& .MuiAlert-action': { p: 0, pl: 1.5, mr: -0.75, alignItems: 'flex-start' },
          }}
          action={
            <>
              {typeof action === 'function' ? action(id) : action}
              <IconButton size="small" aria-label={t('snackbar.dismiss')} onClick={() => closeSnackbar(id)} sx={{ my: -0.25 }}>
                <CloseRounded fontSize="inherit" />
              </IconButton>
            </>
          }
        >
          {words === undefined ? message : typeof words === 'string' ? words : t(words.id)}
        </Alert>
      </Box>
    </SnackbarContent>
  )
}

/** Closes after the time given, which stands still while the pointer is over the message or the keyboard is in it. */
function useAutoHide(afterMs: number | null, close: () => void) {
  const [pointer, setPointer] = useState(false)
  const [focus, setFocus] = useState(false)
  const isPaused = pointer || focus
  const leftMs = useRef(afterMs)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (isPaused || leftMs.current === null) return undefined
    const startedMs = Date.now()
    const timer = setTimeout(() => latest.current(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(0, (leftMs.current ?? 0) - (Date.now() - startedMs))
    }
  }, [isPaused])
  return {
    onMouseEnter: () => setPointer(true),
    onMouseLeave: () => setPointer(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}
