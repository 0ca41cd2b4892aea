import { describe, expect, it } from 'vitest'
import { createAppTheme } from './create-app-theme.ts'

const theme = createAppTheme()
const { colorSchemes: schemes } = theme as unknown as { colorSchemes: Record<string, { palette: Record<string, Record<string, string>> }> }

describe('theme', () => {
  it('has the six breakpoints', () => {
    expect(theme.breakpoints.values).toEqual({ xs: 0, sm: 600, md: 960, lg: 1280, xl: 1600, xxl: 1920 })
  })

  it('has the five layers [UX-029]', () => {
    expect(theme.zIndex).toMatchObject({ appBar: 1100, drawer: 1200, modal: 1300, snackbar: 1400, tooltip: 1500 })
  })

  it('keeps the brand red for graphics and a readable red for buttons [UX-025]', () => {
    expect(schemes.light?.palette.live?.main).toBe('#df3e3d')
    expect(contrast('#ffffff', schemes.light?.palette.primary?.main ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it('has a secondary blue that reads on white [UX-026]', () => {
    expect(contrast('#ffffff', schemes.light?.palette.secondary?.main ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['light', 'dark', 'backOffice', 'backOfficeDark'])('reads at 4.5 or more on every plain surface of %s', (name) => {
    const palette = schemes[name]!.palette
    for (const ink of [
      palette.text!.primary,
      palette.text!.secondary,
      palette.text!.tertiary,
      palette.secondary!.main,
      palette.error!.main,
    ])
      for (const ground of [palette.surface!.canvas, palette.surface!.sunken, palette.background!.paper])
        expect(contrast(ink!, ground!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })
})

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1)
  const [r, g, b] = [0, 2, 4].map((i) => {
    const v = Number.parseInt(full.slice(i, i + 2), 16) / 255
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
