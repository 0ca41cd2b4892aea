import { describe, expect, it } from 'vitest'
import { meetPerson } from '../testing/fake-meet.ts'
import { gridShape, handsOf, layerFor, mainPicture, rememberSpeakers, roomFor, whoIsShown } from './layout.ts'

const camera = { streams: [{ source: 'camera' as const, paused: false }] }
const screen = { streams: [{ source: 'screen' as const, paused: false }] }
const people = (...ids: string[]) => ids.map((id) => meetPerson(id))

describe('the layer of a picture', () => {
  it.each([
    [120, 1, 0],
    [240, 1, 0],
    [250, 1, 1],
    [240, 2, 1],
    [480, 1, 1],
    [700, 1, 2],
    [300, 3, 2],
  ] as const)('of %d CSS pixels at %d is %d', (height, ratio, layer) => expect(layerFor(height, ratio)).toBe(layer))
})

describe('the grid', () => {
  it('has the columns with which tiles are largest', () => {
    expect(gridShape(1, { width: 1280, height: 720 })).toMatchObject({ columns: 1, tileWidth: 1280, tileHeight: 720 })
    expect(gridShape(4, { width: 1280, height: 720 }).columns).toBe(2)
    expect(gridShape(9, { width: 1280, height: 720 }).columns).toBe(3)
    expect(gridShape(3, { width: 374, height: 620 }).columns).toBe(1)
    expect(gridShape(6, { width: 374, height: 620 }).columns).toBe(2)
  })

  it('has no more tiles than faces can be told apart, nor more than it may', () => {
    expect(roomFor({ width: 374, height: 620 }, 25)).toBe(12)
    expect(roomFor({ width: 1400, height: 760 }, 25)).toBe(25)
    expect(roomFor({ width: 100, height: 60 }, 25)).toBe(1)
  })
})

describe('who is shown', () => {
  const facts = { people: people('a', 'b', 'c', 'd'), before: [], spoke: [], pinned: null, room: 2 }

  it('is everybody where there is room, in their order', () => {
    expect(whoIsShown({ ...facts, room: 9 })).toEqual(['a', 'b', 'c', 'd'])
  })

  it('prefers those who spoke, then those with a camera', () => {
    expect(whoIsShown({ ...facts, people: [meetPerson('a'), meetPerson('b', camera), meetPerson('c')] })).toEqual(['b', 'a'])
    expect(whoIsShown({ ...facts, spoke: ['d'] })).toEqual(['d', 'a'])
  })

  it('keeps places; who begins to speak takes that of the one silent longest', () => {
    expect(whoIsShown({ ...facts, before: ['c', 'a'] })).toEqual(['c', 'a'])
    expect(whoIsShown({ ...facts, before: ['c', 'a'], spoke: ['d', 'a'] })).toEqual(['d', 'a'])
    expect(whoIsShown({ ...facts, before: ['a', 'b'], spoke: ['b'] })).toEqual(['a', 'b'])
  })

  it('fills the place of somebody who left, and never hides who is pinned', () => {
    expect(whoIsShown({ ...facts, before: ['x', 'c'] })).toEqual(['c', 'a'])
    expect(whoIsShown({ ...facts, before: ['a', 'b'], pinned: 'd' })).toContain('d')
  })
})

describe('the main picture', () => {
  const facts = { people: people('me', 'a', 'b'), ownId: 'me', spoke: [], pinned: null, wantsSpeaker: false }

  it('is none in a grid, and a screen wherever one is shared', () => {
    expect(mainPicture(facts)).toBeNull()
    expect(mainPicture({ ...facts, people: [meetPerson('me'), meetPerson('a', screen)] })).toEqual({ personId: 'a', source: 'screen' })
  })

  it('is never the own screen', () => {
    expect(mainPicture({ ...facts, people: [meetPerson('me', screen), meetPerson('a')] })).toBeNull()
  })

  it('is who is pinned, else the last of the others to speak', () => {
    expect(mainPicture({ ...facts, wantsSpeaker: true, spoke: ['me', 'b'] })).toEqual({ personId: 'b', source: 'camera' })
    expect(mainPicture({ ...facts, pinned: 'a', spoke: ['b'] })).toEqual({ personId: 'a', source: 'camera' })
    expect(mainPicture({ ...facts, people: people('me'), wantsSpeaker: true })).toEqual({ personId: 'me', source: 'camera' })
  })
})

it('remembers who spoke, the latest first', () => {
  const spoke = ['a', 'b']
  expect(rememberSpeakers(spoke, ['a'])).toBe(spoke)
  expect(rememberSpeakers(spoke, [])).toBe(spoke)
  expect(rememberSpeakers(spoke, ['b', 'c'])).toEqual(['b', 'c', 'a'])
})

it('lists hands in the order in which they went up', () => {
  const [early, late, down] = [meetPerson('a', { handRaisedAtMs: 1 }), meetPerson('b', { handRaisedAtMs: 2 }), meetPerson('c')]
  expect(handsOf([late, down, early])).toEqual([early, late])
})
