import type { Chapter } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { createFakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'
import { PlayerEngine } from '../engine/player-engine.ts'
import { initialSnapshot } from '../engine/types.ts'
import { SeekBar } from './seek-bar.tsx'

const vtt = `WEBVTT

00:00:00.000 --> 00:00:50.000
sheet_001.jpg#xywh=0,0,160,90

00:00:50.000 --> 00:01:40.000
sheet_001.jpg#xywh=160,0,160,90
`
const film = { ...initialSnapshot, phase: 'paused', endSec: 100, isFollowingLive: false } as const

async function show(snapshot: typeof initialSnapshot, answer: Response, chapters: Chapter[] = []) {
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  const engine = new PlayerEngine({ nowMs: () => 0 })
  let become: (next: typeof initialSnapshot) => void = () => undefined
  function Bar() {
    const [now, setNow] = useState(snapshot)
    become = setNow
    return <SeekBar engine={engine} snapshot={now} previewsUrl="/media/token/vod/x/thumbnails.vtt" chapters={chapters} />
  }
  await renderApp({ at: '/', api: createFakeApi(), language: 'en', part: <Bar />, styled: true })
  const slider = await screen.findByRole('slider')
  const rail = slider.closest<HTMLElement>('.MuiSlider-root')!
  const box = rail.parentElement!
  for (const element of [rail, box])
    element.getBoundingClientRect = () => ({ left: 0, width: 1_000, top: 0, bottom: 30, right: 1_000, height: 30, x: 0, y: 0 }) as DOMRect
  // jsdom does not capture pointers.
  rail.hasPointerCapture = () => false
  const point = (at: number) => fireEvent(box, new MouseEvent('pointermove', { bubbles: true, clientX: at * 1_000 }))
  const press = (kind: 'pointerdown' | 'pointerup', at: number) => {
    const event = new MouseEvent(kind, { bubbles: true, button: 0, clientX: at * 1_000 })
    fireEvent(kind === 'pointerdown' ? rail : document, Object.assign(event, { pointerType: 'mouse', pointerId: 1 }))
  }
  return { engine, rail, box, point, press, become: (next: typeof initialSnapshot) => act(() => become(next)) }
}

describe('the seek bar', () => {
  it('shows what is there under the pointer, and under a finger that drags', async () => {
    const { box, point, press } = await show(film, new Response(vtt))
    expect(screen.queryByTestId('seek-preview')).toBeNull()
    point(0.2)
    const preview = await screen.findByTestId('seek-preview')
    const style = () => getComputedStyle(screen.getByTestId('seek-preview'))
    expect(preview.parentElement?.textContent).toBe('0:20')
    expect(style().backgroundImage).toContain('/media/token/vod/x/sheet_001.jpg')
    expect(style().backgroundPosition).toBe('0px 0px')
    point(0.7)
    await waitFor(() => expect(style().backgroundPosition).toBe('-160px 0px'))
    fireEvent.pointerLeave(box)
    expect(screen.queryByTestId('seek-preview')).toBeNull()
    // Dragging does not hover.
    press('pointerdown', 0.6)
    expect((await screen.findByTestId('seek-preview')).parentElement?.textContent).toBe('1:00')
    press('pointerup', 0.6)
    await waitFor(() => expect(screen.queryByTestId('seek-preview')).toBeNull())
  })

  it('shows the time alone where there are no pictures', async () => {
    const { point, box } = await show(film, new Response('', { status: 404 }))
    point(0.5)
    await waitFor(() => expect(box.textContent).toContain('0:50'))
    expect(screen.queryByTestId('seek-preview')).toBeNull()
  })

  it('keeps the moment that a resting pointer points at while a live show grows, and goes to it', async () => {
    const live = { ...film, isLive: true }
    const { engine, box, point, press, become } = await show(live, new Response('', { status: 404 }))
    const seek = vi.spyOn(engine, 'seek')
    point(0.6)
    await waitFor(() => expect(box.textContent).toContain('−0:40'))
    become({ ...live, endSec: 110 })
    // The same moment is ten seconds further from now.
    expect(box.textContent).toContain('−0:50')
    point(0.6)
    expect(box.textContent).toContain('−0:50')
    press('pointerdown', 0.6)
    become({ ...live, endSec: 112 })
    press('pointerup', 0.6)
    await waitFor(() => expect(seek.mock.calls).toEqual([[60]]))
    // Moved, it points at what is there now.
    point(0.5)
    await waitFor(() => expect(box.textContent).toContain('−0:56'))
    press('pointerdown', 0.9)
    press('pointerup', 0.9)
    await waitFor(() => expect(seek.mock.calls.length).toBe(2))
    expect(seek.mock.calls[1]?.[0]).toBeCloseTo(100.8, 1)
  })

  it('has a gap where a chapter begins, and names the one under the pointer', async () => {
    const chapters = [
      { title: 'Arrival', startMs: 0 },
      { title: 'Farewell', startMs: 60_000 },
    ]
    const { point, box, rail } = await show(film, new Response('', { status: 404 }), chapters)
    expect([...rail.querySelectorAll<HTMLElement>('.MuiSlider-mark')].map(({ style }) => style.left)).toEqual(['60%'])
    point(0.59)
    await waitFor(() => expect(box.textContent).toContain('Arrival0:59'))
    point(0.61)
    await waitFor(() => expect(box.textContent).toContain('Farewell1:01'))
  })
})
