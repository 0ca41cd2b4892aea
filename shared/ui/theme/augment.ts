/** Extends MUI's types by our theme. The four imports name the modules that are widened below. */
import '@mui/material/styles'
import '@mui/material/Button'
import '@mui/material/Chip'
import '@mui/material/Typography'
import type { CSSProperties } from 'react'

interface Surface {
  canvas: string
  sunken: string
  raised: string
  hover: string
  selected: string
  ink: string
  onInk: string
  pill: string
  glass: string
}
interface OnArt {
  ink: string
  paper: string
  glass: string
  panel: string
  shade: string
  rail: string
  hairline: string
  focus: string
  top: string
  foot: string
  heroPhone: string
  heroDesk: string
  wall: string
  room: string
}
interface Border {
  subtle: string
  default: string
  strong: string
}
interface Live {
  main: string
  badge: string
  halo: string
}
interface Tint {
  red: string
  blue: string
  green: string
  amber: string
  neutral: string
}
interface Series {
  a: string
  b: string
  c: string
  d: string
  e: string
  f: string
}
interface Shadow {
  card: string
  lift: string
  menu: string
  dialog: string
}

declare module '@mui/material/styles' {
  interface BreakpointOverrides {
    xs: true
    sm: true
    md: true
    lg: true
    xl: true
    xxl: true
  }
  /** Every theme here is made of CSS variables, so `theme.vars` is always there. */
  interface CssThemeVariables {
    enabled: true
  }
  interface ColorSchemeOverrides {
    backOffice: true
    backOfficeDark: true
  }
  interface TypeText {
    tertiary: string
  }
  interface Palette {
    surface: Surface
    border: Border
    live: Live
    onArt: OnArt
    tint: Tint
    series: Series
    shadow: Shadow
  }
  interface PaletteOptions {
    surface?: Surface
    border?: Border
    live?: Live
    onArt?: OnArt
    tint?: Tint
    series?: Series
    shadow?: Shadow
  }
  interface TypographyVariants {
    display: CSSProperties
    numeric: CSSProperties
    label: CSSProperties
  }
  interface TypographyVariantsOptions {
    display?: CSSProperties
    numeric?: CSSProperties
    label?: CSSProperties
  }
}
declare module '@mui/material/Button' {
  interface ButtonPropsVariantOverrides {
    soft: true
  }
}
declare module '@mui/material/Chip' {
  interface ChipPropsVariantOverrides {
    soft: true
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true
    numeric: true
    label: true
  }
}
