import type { SxProps, Theme } from '@mui/material/styles'

/** How a post is set, in the editor and on its page: one measure, one rhythm. */
export const proseStyle: SxProps<Theme> = {
  fontSize: '1.0625rem',
  lineHeight: 1.7,
  overflowWrap: 'anywhere',
  '& > *': { my: 0 },
  '& > * + *': { mt: '1.15em' },
  '& h2': { typography: 'h2', mt: '1.9em', mb: 0 },
  '& h3': { typography: 'h3', mt: '1.6em', mb: 0 },
  '& h2 + *, & h3 + *': { mt: '.6em' },
  '& p': { m: 0 },
  '& ul, & ol': { pl: '1.4em' },
  '& li + li': { mt: '.4em' },
  '& li::marker': { color: 'text.secondary' },
  '& a': { color: 'secondary.main', textDecoration: 'underline', textUnderlineOffset: '3px', textDecorationThickness: '1px' },
  '& a:hover': { textDecorationThickness: '2px' },
  '& blockquote': { mx: 0, pl: 2.5, borderLeft: 3, borderColor: 'live.main', color: 'text.secondary', fontSize: '1.125em' },
  '& blockquote p + p': { mt: '.8em' },
  '& img': { width: 1, height: 'auto', borderRadius: '14px', bgcolor: 'surface.sunken' },
  '& hr': { border: 0, borderTop: 1, borderColor: 'border.default', my: '2.2em' },
}
