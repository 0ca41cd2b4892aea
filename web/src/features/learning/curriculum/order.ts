import type { OwnModule } from '@e-events/shared/contract/learning/curriculum.ts'

export type Order = { id: string; lessons: string[] }[]

export const orderOf = (modules: readonly OwnModule[]): Order =>
  modules.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => lesson.id) }))

/** The order with a module at another place. */
export function withModuleAt(order: Order, id: string, to: number): Order {
  const moved = order.find((module) => module.id === id)
  if (!moved) return order
  return order.filter((module) => module.id !== id).toSpliced(to, 0, moved)
}

/** The order with a lesson before another one, in whatever module that is. */
export function withLessonAt(order: Order, id: string, over: string): Order {
  if (id === over) return order
  const isDown = positionOf(order, id) < positionOf(order, over)
  return order.map((module) => {
    const isSame = module.lessons.includes(id)
    const rest = module.lessons.filter((lesson) => lesson !== id)
    const at = rest.indexOf(over)
    return { ...module, lessons: at === -1 ? rest : rest.toSpliced(at + (isSame && isDown ? 1 : 0), 0, id) }
  })
}

/** One step up or down; at the edge of a module into the one beside it. */
export function withLessonStepped(order: Order, id: string, step: -1 | 1): Order {
  const from = order.findIndex(({ lessons }) => lessons.includes(id))
  const lessons = order[from]?.lessons ?? []
  const at = lessons.indexOf(id) + step
  if (at >= 0 && at < lessons.length) {
    const moved = lessons.filter((lesson) => lesson !== id).toSpliced(at, 0, id)
    return order.map((module, index) => (index === from ? { ...module, lessons: moved } : module))
  }
  const to = from + step
  if (to < 0 || to >= order.length) return order
  return order.map((module, index) => {
    if (index === from) return { ...module, lessons: lessons.filter((lesson) => lesson !== id) }
    if (index === to) return { ...module, lessons: step === 1 ? [id, ...module.lessons] : [...module.lessons, id] }
    return module
  })
}

const positionOf = (order: Order, id: string): number => order.flatMap(({ lessons }) => lessons).indexOf(id)
