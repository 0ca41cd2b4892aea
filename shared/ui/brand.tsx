import Box from '@mui/material/Box'

/** The mark: an 'e' drawn in one stroke, like a cable finding its socket. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <Box component="svg" viewBox="0 0 24 24" aria-hidden sx={{ width: size, height: size, flexShrink: 0, display: 'block' }}>
      <Box component="rect" width="24" height="24" rx="7" sx={{ fill: (t) => t.vars.palette.live.main }} />
      <Box
        component="path"
        d="M7.2 12.4h9.4a4.7 4.7 0 1 0-1.5 3.3"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        sx={{ stroke: (t) => t.vars.palette.onArt.paper }}
      />
    </Box>
  )
}

/** Mark and name, without a link: each app wraps it in the link of its own router. */
export function Brand({ size = 28, word = true }: { size?: number; word?: boolean }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25, color: 'text.primary' }}>
      <Mark size={size} />
      {word && (
        <Box component="span" sx={{ fontSize: size * 0.66, fontWeight: 720, letterSpacing: '-.04em', lineHeight: 1 }}>
          e-events
        </Box>
      )}
    </Box>
  )
}
