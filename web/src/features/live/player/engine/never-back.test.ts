// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { guardPosition } from './never-back.ts'

it('lets a library go forward in a live picture, and back only where it is allowed to', () => {
  const video = document.createElement('video')
  let mayGoBack = false
  video.currentTime = 40
  guardPosition(video, (fromSec, toSec) => mayGoBack || toSec >= fromSec)
  video.currentTime = 35.4
  expect(video.currentTime).toBe(40)
  video.currentTime = 41
  expect(video.currentTime).toBe(41)
  mayGoBack = true
  video.currentTime = 10
  expect(video.currentTime).toBe(10)
})
