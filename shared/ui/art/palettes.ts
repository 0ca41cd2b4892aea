/** deep and base paint the ground, glow and spark the light, ink the lettering. */
export interface Palette {
  deep: string
  base: string
  glow: string
  spark: string
  ink: string
  light?: true
}

export const palettes = {
  ember: { deep: '#12040a', base: '#5a0f22', glow: '#f0453f', spark: '#ffb27a', ink: '#fff1e6' },
  violet: { deep: '#0b0524', base: '#3a148f', glow: '#9b6bff', spark: '#ff9df5', ink: '#f8f0ff' },
  lagoon: { deep: '#02161c', base: '#05545c', glow: '#22cdbb', spark: '#d4ffe3', ink: '#f1fffa' },
  midnight: { deep: '#040818', base: '#143277', glow: '#4a8dff', spark: '#b6dcff', ink: '#eef5ff' },
  saffron: { deep: '#1f0d02', base: '#8f3a06', glow: '#f79a1c', spark: '#ffe79a', ink: '#fff8e6' },
  forest: { deep: '#04140d', base: '#12512f', glow: '#48c77c', spark: '#e4f7a8', ink: '#f6ffea' },
  rose: { deep: '#22050f', base: '#98184e', glow: '#ff6fae', spark: '#ffd4c9', ink: '#fff2f3' },
  graphite: { deep: '#08080a', base: '#2c2c33', glow: '#8d8d9b', spark: '#f1f1f4', ink: '#ffffff' },
  cobalt: { deep: '#0a1470', base: '#1c35e0', glow: '#ff6a34', spark: '#ffd9c4', ink: '#ffffff' },
  plum: { deep: '#160820', base: '#54206d', glow: '#dca62c', spark: '#f9e5ad', ink: '#fdf6e6' },
  bone: { deep: '#f0e8db', base: '#dcccb4', glow: '#cf4a2e', spark: '#23211f', ink: '#1d1b19', light: true },
  clay: { deep: '#f3dac8', base: '#e29c76', glow: '#8a3018', spark: '#fbf1e8', ink: '#3a160b', light: true },
  sky: { deep: '#d6e9f6', base: '#8cc0e8', glow: '#f25f3a', spark: '#0e3c68', ink: '#0b2f54', light: true },
  citron: { deep: '#eef06a', base: '#ccd71c', glow: '#15160a', spark: '#ffffff', ink: '#15160a', light: true },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
