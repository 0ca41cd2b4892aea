import { act, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FrameStore } from '../engine/frame-store.ts'
import { initialSnapshot, type PlayerSnapshot } from '../engine/types.ts'
import { usePlayerState, useSelected, useSnapshot } from './use-snapshot.ts'

function setUp() {
  let now: PlayerSnapshot = { ...initialSnapshot, phase: 'playing', isLive: true, endSec: 60 }
  const store = new FrameStore(now, () => now)
  const engine = { subscribe: store.subscribe, getSnapshot: store.get }
  const drawn = { state: 0, second: 0, all: 0 }
  let phase = ''
  function State() {
    drawn.state++
    phase = usePlayerState(engine).phase
    return null
  }
  function Second() {
    drawn.second++
    useSelected(engine, ({ positionSec }) => Math.floor(positionSec))
    return null
  }
  function All() {
    drawn.all++
    useSnapshot(engine)
    return null
  }
  render(
    <>
      <State />
      <Second />
      <All />
    </>,
  )
  const become = (change: Partial<PlayerSnapshot>) =>
    act(async () => {
      now = { ...now, ...change }
      store.schedule()
      await new Promise(requestAnimationFrame)
    })
  return { drawn, become, phaseShown: () => phase }
}

describe('what reads the player', () => {
  it('is drawn anew where something happened to it, not with every step of time', async () => {
    const { drawn, become, phaseShown } = setUp()
    expect(drawn).toEqual({ state: 1, second: 1, all: 1 })
    for (const positionSec of [0.2, 0.4, 0.6])
      await become({ positionSec, endSec: 60 + positionSec, latencySec: positionSec, capturedAtMs: 1 })
    expect(drawn).toEqual({ state: 1, second: 1, all: 4 })
    await become({ positionSec: 1.1 })
    expect(drawn).toEqual({ state: 1, second: 2, all: 5 })
    await become({ phase: 'paused' })
    expect(drawn).toEqual({ state: 2, second: 2, all: 6 })
    expect(phaseShown()).toBe('paused')
  })
})
