import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { SnackbarContent, SnackbarProvider, useSnackbar, type CustomContentProps } from 'notistack'
import { useEffect, useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { snackStore, useSnackList, type Snack } from './use-snacks.ts'

/** Messages hide after this time; errors stay until they are dismissed, so that nobody misses why something failed. */
export const snackbarHideMs = 10_000

/** The only file that knows notistack; everybody else uses `useSnacks`. Messages come top-left, at most three at once. */
export function SnackbarHost() {
  return (
    <SnackbarProvider
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      autoHideDuration={snackbarHideMs}
      maxSnack={3}
      Components={{ success: Message, warning: Message, error: Message }}
    >
      <Feeder />
    </SnackbarProvider>
  )
}

/** Hands what is in the store over to notistack, each message once and under an id of its own: a replacement may come while the old one leaves. */
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
      enqueueSnackbar(snack.message, {
        key: id,
        variant: snack.variant,
        persist: snack.variant === 'error',
        onClose: () => {
          if (isCurrent()) snackStore.dismiss(snack.key)
        },
        onExited: () => {
          if (isCurrent()) snackStore.remove(snack.key)
        },
        ...(snack.action ? { action: <SnackAction snack={snack} action={snack.action} /> } : {}),
      })
    }
    for (const key of shown.current.keys()) if (!list.some((snack) => snack.key === key)) shown.current.delete(key)
  }, [list, enqueueSnackbar, closeSnackbar])
  return null
}

function SnackAction({ snack, action }: { snack: Snack; action: NonNullable<Snack['action']> }) {
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

function Message({ id, message, variant, action, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation()
  const { closeSnackbar } = useSnackbar()
  return (
    <SnackbarContent ref={ref ?? null}>
      <Box sx={{ width: 1, borderRadius: '12px', bgcolor: 'surface.raised', boxShadow: (theme) => theme.vars.palette.shadow.menu }}>
        <Alert
          // Errors interrupt a screen reader, the rest waits its turn.
          role={variant === 'error' ? 'alert' : 'status'}
          severity={severities[variant]}
          sx={{ minWidth: { sm: 320 }, maxWidth: 460, '& .MuiAlert-action': { p: 0, pl: 1.5, mr: -0.75, alignItems: 'flex-start' } }}
          action={
            <>
              {typeof action === 'function' ? action(id) : action}
              <IconButton size="small" aria-label={t('snackbar.dismiss')} onClick={() => closeSnackbar(id)} sx={{ my: -0.25 }}>
                <CloseRounded fontSize="inherit" />
              </IconButton>
            </>
          }
        >
          {message}
        </Alert>
      </Box>
    </SnackbarContent>
  )
}
