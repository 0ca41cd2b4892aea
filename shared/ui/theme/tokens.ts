/**
 * Raw values. Only the files in this folder may import them: screens speak in roles ('surface.sunken',
 * 'text.secondary'), never in shades, so that one role can change in three modes at once.
 */

/** Neutral with a breath of violet: keeps posters warm beside it and never looks like stock grey. */
export const neutral = {
  0: '#ffffff',
  25: '#fbfbfc',
  50: '#f5f5f7',
  100: '#ececef',
  200: '#dfdfe4',
  300: '#c9c9d1',
  400: '#9d9da9',
  500: '#6b6b78', // lightest text allowed on white and on 50 (4.8:1)
  600: '#575763',
  700: '#3f3f4a',
  800: '#2a2a33',
  850: '#1d1d24',
  900: '#141418',
  950: '#0b0b0e',
} as const

export const red = {
  /**
   * Brand and LIVE graphics: frames, dots, progress. White text on it is only 4.3:1, so it never carries small text.
   */
  brand: '#df3e3d',
  /** Buttons, badges and red words on white: 5.2:1 both ways. The eye cannot tell it from the brand red. */
  action: '#cc2f2e',
  actionHover: '#b52625',
  actionActive: '#9c1f1f',
  /** Red words on dark surfaces: 6.8:1 on the raised one. */
  onDark: '#ff7d78',
} as const

export const blue = { base: '#1f5fd6', hover: '#194fb6', deep: '#143f92', onDark: '#82adff', onDarkHover: '#a5c4ff' } as const
export const green = { text: '#0c6b3a', graphic: '#18a558', onDark: '#4cc98a' } as const
export const amber = { text: '#855300', graphic: '#e5a019', onDark: '#f2bd55' } as const
export const crimson = { text: '#b0221f', graphic: '#df3e3d', onDark: '#ff8f8a' } as const

export const radius = { xs: 6, sm: 8, md: 10, lg: 14, xl: 20, pill: 999 } as const

/** 150–250 ms; one curve that starts fast and lands softly. */
export const motion = { quick: 150, normal: 200, slow: 250, curve: 'cubic-bezier(.2,.8,.2,1)' } as const

/** Chart and avatar hues: distinguishable for colour-blind readers, all >= 3:1 on white and on the dark surface. */
export const series = ['#3b7cf0', '#d98a14', '#12a594', '#b45ad6', '#e5566d', '#7c8798'] as const
