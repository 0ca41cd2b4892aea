import type { TypographyVariantsOptions } from '@mui/material/styles'

const family = '"Inter Variable", "Inter", system-ui, -apple-system, "Segoe UI", sans-serif'

/**
 * One variable font, one scale. Size steps are few; hierarchy comes from weight, colour and space.
 * Tracking tightens with size (Inter's optical axis does the rest); anything that is counted uses tabular figures.
 */
export const typography: TypographyVariantsOptions = {
  fontFamily: family,
  fontWeightRegular: 400,
  fontWeightMedium: 550,
  fontWeightBold: 650,
  htmlFontSize: 16,
  display: {
    fontFamily: family,
    fontSize: 'clamp(2.25rem, 1.35rem + 3.3vw, 4.5rem)',
    lineHeight: 1.02,
    fontWeight: 750,
    letterSpacing: '-0.035em',
    textWrap: 'balance',
  },
  h1: {
    fontSize: 'clamp(1.75rem, 1.35rem + 1.4vw, 2.75rem)',
    lineHeight: 1.1,
    fontWeight: 700,
    letterSpacing: '-0.028em',
    textWrap: 'balance',
  },
  h2: {
    fontSize: 'clamp(1.375rem, 1.25rem + .5vw, 1.75rem)',
    lineHeight: 1.2,
    fontWeight: 680,
    letterSpacing: '-0.022em',
    textWrap: 'balance',
  },
  h3: { fontSize: '1.25rem', lineHeight: 1.3, fontWeight: 650, letterSpacing: '-0.017em' },
  h4: { fontSize: '1.0625rem', lineHeight: 1.35, fontWeight: 630, letterSpacing: '-0.012em' },
  h5: { fontSize: '.9375rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.008em' },
  h6: { fontSize: '.8125rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '-0.003em' },
  subtitle1: { fontSize: '1.125rem', lineHeight: 1.55, fontWeight: 420, letterSpacing: '-0.011em' },
  subtitle2: { fontSize: '.875rem', lineHeight: 1.45, fontWeight: 600, letterSpacing: '-0.006em' },
  body1: { fontSize: '1rem', lineHeight: 1.6, letterSpacing: '-0.008em' },
  body2: { fontSize: '.875rem', lineHeight: 1.5, letterSpacing: '-0.004em' },
  caption: { fontSize: '.78125rem', lineHeight: 1.45, letterSpacing: 0 },
  label: { fontFamily: family, fontSize: '.8125rem', lineHeight: 1.4, fontWeight: 580, letterSpacing: '-0.003em' },
  overline: { fontSize: '.75rem', lineHeight: 1.4, fontWeight: 620, letterSpacing: '.01em', textTransform: 'none' },
  numeric: {
    fontFamily: family,
    fontSize: '1.75rem',
    lineHeight: 1.1,
    fontWeight: 650,
    letterSpacing: '-0.03em',
    fontVariantNumeric: 'tabular-nums',
  },
  button: { fontSize: '.9375rem', lineHeight: 1.2, fontWeight: 600, letterSpacing: '-0.01em', textTransform: 'none' },
}
