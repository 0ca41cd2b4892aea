import { describe, expect, it } from 'vitest'
import { withLessonAt, withLessonStepped, withModuleAt, type Order } from './order.ts'

const order: Order = [
  { id: 'one', lessons: ['a', 'b', 'c'] },
  { id: 'two', lessons: ['d'] },
  { id: 'three', lessons: [] },
]
const lessons = (changed: Order) => changed.map((module) => module.lessons.join(''))

describe('the order of a curriculum', () => {
  it('puts a module at another place', () => {
    expect(withModuleAt(order, 'one', 1).map(({ id }) => id)).toEqual(['two', 'one', 'three'])
    expect(withModuleAt(order, 'three', 0).map(({ id }) => id)).toEqual(['three', 'one', 'two'])
  })

  it('drops a lesson on another one, also of another module', () => {
    expect(lessons(withLessonAt(order, 'a', 'c'))).toEqual(['bca', 'd', ''])
    expect(lessons(withLessonAt(order, 'c', 'a'))).toEqual(['cab', 'd', ''])
    expect(lessons(withLessonAt(order, 'b', 'd'))).toEqual(['ac', 'bd', ''])
  })

  it('steps a lesson, over the edge of its module into an empty one, and no further', () => {
    expect(lessons(withLessonStepped(order, 'b', -1))).toEqual(['bac', 'd', ''])
    expect(lessons(withLessonStepped(order, 'c', 1))).toEqual(['ab', 'cd', ''])
    expect(lessons(withLessonStepped(order, 'd', 1))).toEqual(['abc', '', 'd'])
    expect(lessons(withLessonStepped(order, 'a', -1))).toEqual(['abc', 'd', ''])
  })
})
