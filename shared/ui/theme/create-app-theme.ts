import { createTheme, type Shadows } from '@mui/material/styles'
import type { ElementType } from 'react'
import './augment.ts'
import { baseline } from './baseline.ts'
import { components } from './components.ts'
import { inputs, type Overrides } from './inputs.ts'
import { colorSchemes, schemeOf, type AppMode } from './schemes.ts'
import { tables } from './tables.ts'
import { motion, radius } from './tokens.ts'
import { typography } from './typography.ts'

export interface ThemeOptions {
  /** Component for an `href`: the link of the app's own router. A plain <a> by default. */
  linkComponent?: ElementType
}

/**
 * The one theme. All three modes live in it as CSS variables under [data-mode="…"]: changing mode is one attribute on
 * <html>, with no new theme object, no re-render and no flash. `mode` only decides which one is the fallback on :root.
 */
export function createAppTheme(mode: AppMode = 'normal', { linkComponent }: ThemeOptions = {}) {
  const links = linkComponent ? withLinks(linkComponent) : {}
  return createTheme({
    cssVariables: { cssVarPrefix: 'ee', colorSchemeSelector: 'data-mode' },
    defaultColorScheme: schemeOf[mode],
    colorSchemes,
    breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1600, xxl: 1920 } },
    zIndex: { appBar: 1100, drawer: 1200, modal: 1300, snackbar: 1400, tooltip: 1500 },
    shape: { borderRadius: radius.md },
    spacing: 8,
    shadows,
    transitions: {
      duration: {
        shortest: motion.quick,
        shorter: motion.quick,
        short: motion.normal,
        standard: motion.normal,
        complex: motion.slow,
        enteringScreen: motion.slow,
        leavingScreen: motion.normal,
      },
      easing: { easeOut: motion.curve, easeInOut: motion.curve, sharp: motion.curve, easeIn: 'cubic-bezier(.6,0,.8,.4)' },
    },
    typography,
    components: { MuiCssBaseline: { styleOverrides: baseline }, ...inputs, ...components, ...tables, ...links },
  })
}

/** MUI asks for 25 shadows; we have four, and they come from the mode. */
const step = (name: string) => `var(--ee-palette-shadow-${name})`
const shadows = [
  'none',
  step('card'),
  ...Array<string>(6).fill(step('lift')),
  ...Array<string>(8).fill(step('menu')),
  ...Array<string>(9).fill(step('dialog')),
] as Shadows

/** Every button, list item and link that gets an `href` goes through the router's link. */
function withLinks(linkComponent: ElementType): Overrides {
  return {
    MuiButtonBase: {
      ...components.MuiButtonBase,
      defaultProps: { ...components.MuiButtonBase?.defaultProps, LinkComponent: linkComponent },
    },
    MuiLink: { ...components.MuiLink, defaultProps: { ...components.MuiLink?.defaultProps, component: linkComponent } },
  }
}
