import { createTheme, type PaletteOptions } from '@mui/material/styles'
import { amber, blue, crimson, green, neutral, red, series } from './tokens.ts'

/** Maps a mode (stored locally) to MUI's colour scheme (an attribute in the page). */
export const schemeOf = { normal: 'light', alternative: 'dark', 'back-office': 'backOffice' } as const
export type AppMode = keyof typeof schemeOf
/** Every value that `data-mode` may take: the back office is one mode in two shades. */
export type Scheme = (typeof schemeOf)[AppMode] | 'backOfficeDark'

/** Colours on pictures are the same in every mode, because pictures do not change with the mode. */
const onArt = {
  ink: neutral[950],
  paper: neutral[0],
  glass: 'rgba(9,9,13,.78)',
  panel: 'rgba(22,22,28,.94)',
  shade: 'rgba(0,0,0,.74)',
  rail: 'rgba(255,255,255,.34)',
  hairline: 'rgba(127,127,140,.2)',
  focus: 'rgba(255,255,255,.3)',
  // Scrims, darkest where the words are.
  top: 'linear-gradient(rgba(0,0,0,.74), rgba(0,0,0,.6) 56%, transparent)',
  foot: 'linear-gradient(transparent, rgba(0,0,0,.82))',
  heroPhone: 'linear-gradient(180deg, rgba(11,11,14,.1) 8%, rgba(11,11,14,.62) 40%, #0b0b0e 66%)',
  heroDesk:
    'linear-gradient(90deg, #0b0b0e 0%, #0b0b0e 18%, rgba(11,11,14,.86) 36%, rgba(11,11,14,.5) 54%, transparent 74%), linear-gradient(180deg, transparent 55%, rgba(11,11,14,.9) 100%)',
  wall: 'linear-gradient(180deg, transparent 30%, rgba(11,11,14,.94) 84%)',
  room: 'radial-gradient(ellipse at 50% 42%, rgba(11,11,14,.56), rgba(11,11,14,.9) 82%)',
}

const lightSurface = {
  canvas: neutral[0],
  sunken: neutral[50],
  raised: neutral[0],
  hover: 'rgba(20,20,24,.045)',
  selected: 'rgba(31,95,214,.08)',
  ink: neutral[900],
  onInk: neutral[0],
  pill: neutral[0],
  glass: 'rgba(255,255,255,.82)',
}
const light: PaletteOptions = {
  mode: 'light',
  primary: { main: red.action, dark: red.actionHover, light: red.brand, contrastText: '#ffffff' },
  secondary: { main: blue.base, dark: blue.hover, light: '#5b8def', contrastText: '#ffffff' },
  success: { main: green.text, light: green.graphic, dark: '#09532d', contrastText: '#ffffff' },
  warning: { main: amber.text, light: amber.graphic, dark: '#653f00', contrastText: '#ffffff' },
  error: { main: crimson.text, light: crimson.graphic, dark: '#8c1a18', contrastText: '#ffffff' },
  info: { main: blue.base, light: '#5b8def', dark: blue.deep, contrastText: '#ffffff' },
  text: { primary: neutral[900], secondary: neutral[600], tertiary: neutral[500], disabled: neutral[400] },
  background: { default: neutral[0], paper: neutral[0] },
  divider: neutral[100],
  surface: lightSurface,
  border: { subtle: neutral[100], default: neutral[200], strong: neutral[300] },
  live: { main: red.brand, badge: red.action, halo: 'rgba(223,62,61,.22)' },
  onArt,
  tint: {
    red: '#fdeeee',
    blue: '#eaf1fe',
    green: '#e6f5ec',
    amber: '#fdf3df',
    neutral: neutral[100],
  },
  series: { a: series[0], b: series[1], c: series[2], d: series[3], e: series[4], f: series[5] },
  shadow: {
    card: '0 1px 2px rgba(20,20,40,.04)',
    lift: '0 2px 4px rgba(20,20,40,.04), 0 12px 28px -10px rgba(20,20,40,.16)',
    menu: '0 0 0 1px rgba(20,20,40,.07), 0 12px 32px -8px rgba(20,20,40,.2)',
    dialog: '0 0 0 1px rgba(20,20,40,.06), 0 32px 80px -16px rgba(20,20,40,.34)',
  },
}

const darkSurface = {
  canvas: neutral[950],
  sunken: neutral[900],
  raised: neutral[850],
  hover: 'rgba(255,255,255,.065)',
  selected: 'rgba(130,173,255,.16)',
  ink: '#f4f4f6',
  onInk: neutral[900],
  pill: 'rgba(255,255,255,.17)',
  glass: 'rgba(11,11,14,.78)',
}
const dark: PaletteOptions = {
  mode: 'dark',
  primary: { main: red.action, dark: red.actionHover, light: red.onDark, contrastText: '#ffffff' },
  secondary: { main: blue.onDark, dark: blue.base, light: blue.onDarkHover, contrastText: neutral[950] },
  success: { main: green.onDark, light: green.onDark, dark: '#1f7d4e', contrastText: neutral[950] },
  warning: { main: amber.onDark, light: amber.onDark, dark: '#a8741a', contrastText: neutral[950] },
  error: { main: crimson.onDark, light: crimson.onDark, dark: '#b0221f', contrastText: neutral[950] },
  info: { main: blue.onDark, light: blue.onDarkHover, dark: blue.base, contrastText: neutral[950] },
  text: { primary: '#f4f4f6', secondary: '#b0b0bc', tertiary: '#9494a1', disabled: '#5f5f6b' },
  background: { default: neutral[950], paper: neutral[900] },
  divider: 'rgba(255,255,255,.08)',
  surface: darkSurface,
  border: { subtle: 'rgba(255,255,255,.075)', default: 'rgba(255,255,255,.13)', strong: 'rgba(255,255,255,.24)' },
  live: { main: red.brand, badge: red.action, halo: 'rgba(223,62,61,.38)' },
  onArt,
  tint: {
    red: 'rgba(223,62,61,.17)',
    blue: 'rgba(130,173,255,.15)',
    green: 'rgba(76,201,138,.14)',
    amber: 'rgba(242,189,85,.14)',
    neutral: 'rgba(255,255,255,.09)',
  },
  series: { a: '#6aa0ff', b: '#eeb04a', c: '#3fc9b8', d: '#cc85ea', e: '#f27f92', f: '#9aa6b8' },
  shadow: {
    card: '0 1px 2px rgba(0,0,0,.4)',
    lift: '0 0 0 1px rgba(255,255,255,.08), 0 16px 36px -10px rgba(0,0,0,.8)',
    menu: '0 0 0 1px rgba(255,255,255,.1), 0 16px 40px -8px rgba(0,0,0,.8)',
    dialog: '0 0 0 1px rgba(255,255,255,.1), 0 40px 96px -16px rgba(0,0,0,.9)',
  },
}

/**
 * Dense and neutral: a grey desk with white sheets, so that tables and forms are the figure and chrome is the ground.
 */
const backOffice: PaletteOptions = {
  ...light,
  background: { default: neutral[50], paper: neutral[0] },
  divider: neutral[200],
  surface: { ...lightSurface, canvas: neutral[50], sunken: neutral[50] },
  border: { subtle: neutral[200], default: '#d3d3da', strong: '#b9b9c4' },
}

/**
 * The same desk at night: one step lighter than the storefront's black, so that a whole day of tables does not glare.
 */
const backOfficeDark: PaletteOptions = {
  ...dark,
  background: { default: neutral[950], paper: neutral[900] },
  divider: 'rgba(255,255,255,.1)',
  surface: { ...darkSurface, canvas: neutral[950], sunken: neutral[900] },
  border: { subtle: 'rgba(255,255,255,.1)', default: 'rgba(255,255,255,.16)', strong: 'rgba(255,255,255,.28)' },
}

/**
 * createTheme fills in the derived tokens that MUI expects from a custom scheme (light and dark get theirs for free).
 */
const complete = (palette: PaletteOptions) => ({ palette: createTheme({ palette }).palette as PaletteOptions })

export const colorSchemes = {
  light: { palette: light },
  dark: { palette: dark },
  backOffice: complete(backOffice),
  backOfficeDark: complete(backOfficeDark),
}
