import Box from '@mui/material/Box'
import type SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface NoticeProps {
  icon: typeof SvgIcon
  title: string
  children: ReactNode
  actions?: ReactNode
  /** red announces itself to screen readers: use it for errors only. */
  tone?: 'neutral' | 'red' | 'amber'
  /** Details for support: an error code, a request id. */
  code?: string
  heading?: 'h1' | 'h2' | 'h3'
}

/** Empty and error share one anatomy: what this is, why it is so, and the next step. Never a sad face. */
export function Notice({ icon: Icon, title, children, actions, tone = 'neutral', code, heading = 'h2' }: NoticeProps) {
  return (
    <Box
      role={tone === 'red' ? 'alert' : undefined}
      sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', px: 3, py: { xs: 5, md: 6 } }}
    >
      <Box
        sx={{
          width: 56,
          height: 56,
          borderRadius: '16px',
          display: 'grid',
          placeItems: 'center',
          bgcolor: `tint.${tone}`,
          color: { neutral: 'text.secondary', red: 'error.main', amber: 'warning.main' }[tone],
        }}
      >
        <Icon sx={{ fontSize: 28 }} aria-hidden />
      </Box>
      <Typography variant="h3" component={heading} sx={{ mt: 2.5 }}>
        {title}
      </Typography>
      <Typography variant="body2" component="div" sx={{ mt: 1, maxWidth: 400, color: 'text.secondary', textWrap: 'pretty' }}>
        {children}
      </Typography>
      {actions && <Box sx={{ mt: 2.5, display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>{actions}</Box>}
      {code && (
        <Typography
          variant="caption"
          component="p"
          className="tabular"
          sx={{ m: 0, mt: 2, color: 'text.tertiary', overflowWrap: 'anywhere' }}
        >
          {code}
        </Typography>
      )}
    </Box>
  )
}
