import type { CSSObject } from '@mui/material/styles'
import { motion } from './tokens.ts'

/**
 * Density is a CSS variable too: the back office becomes compact by the same attribute that changes its colours.
 * Component overrides read these and nothing else for heights, paddings and corner radii.
 */
const comfortable = {
  '--ee-control': '44px',
  '--ee-control-sm': '36px',
  '--ee-control-lg': '52px',
  '--ee-control-px': '18px',
  '--ee-control-radius': '10px',
  '--ee-card-radius': '14px',
  '--ee-control-font': '.9375rem',
  '--ee-row': '52px',
  '--ee-gutter': 'clamp(16px, 3.2vw, 48px)',
}
const compact = {
  '--ee-control': '36px',
  '--ee-control-sm': '30px',
  '--ee-control-lg': '42px',
  '--ee-control-px': '14px',
  '--ee-control-radius': '8px',
  '--ee-card-radius': '12px',
  '--ee-control-font': '.84375rem',
  '--ee-row': '44px',
  '--ee-gutter': 'clamp(16px, 2.2vw, 32px)',
}

export const baseline: CSSObject = {
  ':root': comfortable,
  '[data-mode="backOffice"], [data-mode="backOfficeDark"], [data-density="compact"]': compact,
  html: { scrollPaddingTop: 80 },
  body: {
    fontOpticalSizing: 'auto',
    fontFeatureSettings: '"cv11", "ss03", "calt"',
    textRendering: 'optimizeLegibility',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
  },
  // One focus ring for everything: blue, outside the shape, never removed.
  ':focus-visible': { outline: '2px solid var(--ee-palette-secondary-main)', outlineOffset: 2 },
  // A region that is always dark (stage, hero) declares data-mode="dark" and inherits the dark variables.
  '[data-mode]': { color: 'var(--ee-palette-text-primary)' },
  '[data-mode="dark"], [data-mode="backOfficeDark"]': { colorScheme: 'dark' },
  img: { display: 'block', maxWidth: '100%' },
  a: { color: 'inherit', textDecoration: 'none' },
  '.tabular': { fontVariantNumeric: 'tabular-nums' },
  '.visually-hidden': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
  '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--ee-palette-border-strong) transparent' },
  '@keyframes ee-pulse': { '0%': { boxShadow: '0 0 0 0 currentColor' }, '70%, 100%': { boxShadow: '0 0 0 7px transparent' } },
  '@keyframes ee-approach': { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(.92)' } },
  '@keyframes ee-rise': { from: { opacity: 0, transform: 'translateY(8px)' } },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // None at all: the shortest one would be given to every element, and colours that are inherited would then change
      // one level of the page after the other.
      transitionDuration: '0s !important',
      transitionDelay: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
  '@media (prefers-reduced-motion: no-preference)': {
    'main > *': { animation: `ee-rise ${motion.slow}ms ${motion.curve} both` },
  },
}
