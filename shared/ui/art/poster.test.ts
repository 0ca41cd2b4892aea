import { describe, expect, it } from 'vitest'
import { drawings, type Motif } from './motifs.ts'
import { poster, posterSvg } from './poster.ts'

describe('posterSvg', () => {
  it('draws the same picture for the same title and seed, and another one for another seed', () => {
    const options = { title: 'Duende', kicker: 'Marea Alta' }
    expect(posterSvg(options)).toBe(posterSvg(options))
    expect(posterSvg({ ...options, seed: '2' })).not.toBe(posterSvg(options))
  })

  it.each(Object.keys(drawings) as Motif[])('has no text element in %s, so that it needs no font where it is rasterised', (motif) => {
    const svg = posterSvg({ title: 'Ñandú & Çedilha: ¿«quién»?', motif })
    expect(svg).not.toMatch(/<text|NaN|undefined/)
    expect(svg.startsWith('<svg xmlns=')).toBe(true)
  })

  it('survives a title that is empty, one endless word, or in a script without outlines', () => {
    for (const title of ['', 'Bundesausbildungsförderungsgesetzesänderung', '日本語']) expect(posterSvg({ title })).not.toContain('NaN')
  })

  it('leaves the lettering out when bare', () => {
    expect(posterSvg({ title: 'Carmen', bare: true, motif: 'curtain' })).not.toBe(posterSvg({ title: 'Carmen', motif: 'curtain' }))
    expect(poster({ title: 'Carmen' })).toMatch(/^data:image\/svg\+xml,/)
  })
})
