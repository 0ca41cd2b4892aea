import LockOutlined from '@mui/icons-material/LockOutlined'
import Alert from '@mui/material/Alert'
import type { ReactNode } from 'react'

/** Why something cannot be changed any more. */
export function FrozenNote({ children }: { children: ReactNode }) {
  return (
    <Alert severity="info" role="note" icon={<LockOutlined />}>
      {children}
    </Alert>
  )
}
