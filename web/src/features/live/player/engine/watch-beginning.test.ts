import Hls from 'hls.js'
import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { watchBeginning } from './watch-beginning.ts'

function begin() {
  const hls = new EventEmitter()
  const again = vi.fn<() => void>()
  watchBeginning(hls, again)
  const lists = (count: number, live = true) => {
    for (let nth = 0; nth < count; nth++) hls.emit(Hls.Events.LEVEL_LOADED, Hls.Events.LEVEL_LOADED, { details: { live } })
  }
  return { hls, again, lists }
}

it('begins again, once, where lists of a live show come and nothing is buffered', async () => {
  const { hls, again, lists } = begin()
  lists(4)
  await Promise.resolve()
  expect(again).not.toHaveBeenCalled()
  lists(20)
  await Promise.resolve()
  expect(again).toHaveBeenCalledOnce()
  expect(hls.eventNames()).toEqual([])
})

it('leaves alone what has a picture, however long ago, and what is not live', async () => {
  const playing = begin()
  playing.lists(4)
  playing.hls.emit(Hls.Events.FRAG_BUFFERED)
  playing.lists(20)
  await Promise.resolve()
  expect(playing.again).not.toHaveBeenCalled()
  const film = begin()
  film.lists(20, false)
  await Promise.resolve()
  expect(film.again).not.toHaveBeenCalled()
})
