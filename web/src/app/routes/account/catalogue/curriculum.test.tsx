import { curricula, type Curriculum, type OwnLesson } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters, type OwnMaster } from '@e-events/shared/contract/learning/masters.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../../testing/fake-api.ts'
import { concert, goToStep, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const opening = { opensAt: null, opensAfterDays: null }
const lesson = (n: number, title: string): OwnLesson => ({
  id: id(n),
  title,
  kind: 'text',
  source: null,
  url: null,
  notes: { type: 'doc', content: [] },
  isPreview: false,
  ...opening,
})
let stage: ProductStage
let stored: Curriculum
beforeEach(() => {
  stage = stageProducts()
  stage.stored = concert({ type: 'course' })
  stored = {
    version: 3,
    watchedPercent: 90,
    watchedByHand: false,
    lessonOrder: 'free',
    modules: [
      { id: id(1), title: 'First', lessons: [lesson(3, 'Look'), lesson(4, 'Move')] },
      { id: id(2), title: 'Second', lessons: [] },
    ],
  }
  const { api } = stage
  const bumped = (change: Partial<Curriculum> = {}) => (stored = { ...stored, ...change, version: stored.version + 1 })
  api.on(curricula.get, () => stored)
  api.on(curricula.sources, () => ({
    sources: [{ slug: 'film', title: 'A film', type: 'vod' as const, status: 'draft' as const, isReady: true }],
  }))
  api.on(curricula.updateLesson, () => bumped())
  api.on(curricula.addLesson, () => bumped())
  api.on(curricula.arrange, () => bumped())
})
const at = '/account/channels/sala-faro/courses/concierto'
const open = async (step: 'lessons' | 'modules' = 'lessons') => {
  const app = await stage.open(`${at}?step=${step}`)
  await screen.findByRole('region', { name: 'First' })
  return app
}

describe('the curriculum of a course', () => {
  it('saves a lesson with its kind and video, naming the version that it was made on', async () => {
    const { user } = await open()
    const second = within(screen.getByRole('region', { name: 'Second' }))
    await user.click(second.getByRole('button', { name: 'Add lesson' }))
    const form = within(screen.getByRole('form', { name: 'New lesson' }))
    await user.type(form.getByRole('textbox', { name: /Title of the lesson/ }), 'Watch')
    await user.click(form.getByRole('radio', { name: 'One of my videos' }))
    await user.click(form.getByRole('combobox', { name: 'Video of the lesson' }))
    await user.click(await screen.findByRole('option', { name: 'A film' }))
    await user.click(form.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.addLesson)).toHaveLength(1))
    expect(stage.bodies(curricula.addLesson)[0]).toEqual({
      version: 3,
      title: 'Watch',
      kind: 'video',
      source: 'film',
      url: null,
      notes: { type: 'doc', content: [] },
      isPreview: false,
      ...opening,
    })
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New lesson' })).toBeNull())
  })

  it('asks before a lesson that was edited is left, for another lesson or another page [LRN-028]', async () => {
    const { user, router } = await open()
    await user.click(screen.getByRole('button', { name: /^Look/ }))
    await user.type(screen.getByRole('textbox', { name: /Title of the lesson/ }), ' again')
    await user.click(screen.getByRole('button', { name: /^Move Text/ }))
    const ask = within(await screen.findByRole('dialog', { name: 'The lesson has unsaved changes' }))
    await user.click(ask.getByRole('button', { name: 'Back to the lesson' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Title of the lesson/ }).value).toBe('Look again')
    void router.navigate('/account/products')
    await screen.findByRole('dialog')
    expect(router.state.location.pathname).toContain('/courses/concierto')
    await user.click(screen.getByRole('button', { name: 'Stay here' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(stage.bodies(curricula.updateLesson)).toMatchObject([{ title: 'Look again' }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save lesson' })).toBeNull())
    await router.navigate('/account/products')
    expect(router.state.location.pathname).toBe('/account/products')
  })

  it('is put in order by its arrows, a lesson over the edge of its module', async () => {
    const app = await open()
    const { user } = app
    await user.click(screen.getByRole('button', { name: 'Move Move down' }))
    await goToStep(app, 'Modules')
    await user.click(await screen.findByRole('button', { name: 'Move Second up' }))
    await waitFor(() => expect(stage.bodies(curricula.arrange)).toHaveLength(2))
    expect(stage.bodies(curricula.arrange)).toEqual([
      {
        version: 3,
        modules: [
          { id: id(1), lessons: [id(3)] },
          { id: id(2), lessons: [id(4)] },
        ],
      },
      {
        version: 4,
        modules: [
          { id: id(2), lessons: [] },
          { id: id(1), lessons: [id(3), id(4)] },
        ],
      },
    ])
  })

  it('reads itself again where somebody else has changed it', async () => {
    stage.api.on(curricula.arrange, () => {
      stored = { ...stored, version: 9, modules: [{ id: id(2), title: 'Theirs', lessons: [] }] }
      throw new Refusal('CURRICULUM_CHANGED')
    })
    const { user } = await open('modules')
    await user.click(screen.getByRole('button', { name: 'Move Second up' }))
    await screen.findByRole('region', { name: 'Theirs' })
  })

  const broken = () => {
    throw new Refusal('INTERNAL')
  }
  const save = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.type(screen.getByRole('textbox', { name: /Title of the lesson/ }), '!')
    await user.click(screen.getByRole('button', { name: 'Save lesson' }))
  }
  const remove = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
    await user.click(screen.getByRole('button', { name }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete it' }))
  }
  it.each<[string, string, (user: Awaited<ReturnType<typeof open>>['user']) => Promise<void>, 'modules'?]>([
    [
      'a new lesson [ERR-034]',
      'Error creating the lesson',
      async (user) => {
        await user.click(within(screen.getByRole('region', { name: 'First' })).getByRole('button', { name: 'Add lesson' }))
        await save(user)
      },
    ],
    [
      'a lesson [ERR-035]',
      'Error modifying the lesson',
      async (user) => {
        await user.click(screen.getByRole('button', { name: /^Look/ }))
        await save(user)
      },
    ],
    ['a lesson that goes [ERR-036]', 'Error deleting the lesson', (user) => remove(user, 'Delete the lesson Look')],
    [
      'a new module [ERR-037]',
      'Error creating the module',
      async (user) => {
        await user.type(screen.getByRole('textbox', { name: 'Title of the new module' }), 'Third')
        await user.click(screen.getByRole('button', { name: 'Add module' }))
      },
      'modules',
    ],
    [
      'a module [ERR-038]',
      'Error modifying the module',
      async (user) => {
        await user.click(screen.getByRole('button', { name: 'Rename First' }))
        await user.type(screen.getByRole('textbox', { name: 'Title of the module' }), '!')
        await user.click(screen.getByRole('button', { name: 'Save' }))
      },
      'modules',
    ],
    ['a module that goes [ERR-039]', 'Error deleting the module', (user) => remove(user, 'Delete the module Second'), 'modules'],
  ])('has words of its own for a server that fails on %s', async (_, words, act, step) => {
    for (const endpoint of [
      curricula.addLesson,
      curricula.updateLesson,
      curricula.removeLesson,
      curricula.addModule,
      curricula.updateModule,
      curricula.removeModule,
    ])
      stage.api.on(endpoint, broken)
    const { user } = await open(step)
    await act(user)
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('the courses of a master', () => {
  const choice = (slug: string, title: string) => ({ slug, title, status: 'published' as const, lessons: 2 })
  const masterAt = '/account/channels/sala-faro/masters/concierto?step=courses'
  let master: OwnMaster
  beforeEach(() => {
    stage.stored = concert({ type: 'master' })
    master = { version: 1, courses: [choice('one', 'One')], choices: [choice('one', 'One'), choice('two', 'Two')] }
    stage.api.on(masters.getOwn, () => master)
    stage.api.on(masters.save, ({ body }) => {
      const courses = body.courses.map((slug) => master.choices.find((course) => course.slug === slug) ?? choice(slug, slug))
      return (master = { ...master, version: body.version + 1, courses })
    })
  })
  const pick = async (user: Awaited<ReturnType<ProductStage['open']>>['user'], name: RegExp) => {
    await user.click(await screen.findByRole('combobox', { name: 'Add a course' }))
    await user.click(await screen.findByRole('option', { name }))
  }

  it('are chosen in an order, and one that is there already gives a warning [LRN-027]', async () => {
    const { user } = await stage.open(masterAt)
    await pick(user, /^Two/)
    await waitFor(() => expect(stage.bodies(masters.save)).toEqual([{ version: 1, courses: ['one', 'two'] }]))
    await user.click(await screen.findByRole('button', { name: 'Move Two up' }))
    await waitFor(() => expect(stage.bodies(masters.save).at(-1)).toEqual({ version: 2, courses: ['two', 'one'] }))
    await pick(user, /^One/)
    expect((await screen.findByRole('alert')).textContent).toContain('‘One’ is in the programme already')
    expect(stage.bodies(masters.save)).toHaveLength(2)
  })

  it('are never none: the last one stays until there is another one', async () => {
    const { user } = await stage.open(masterAt)
    await user.click(await screen.findByRole('button', { name: 'Remove One' }))
    expect((await screen.findByRole('alert')).textContent).toContain('A programme has at least one course')
    expect(stage.bodies(masters.save)).toEqual([])
    await pick(user, /^Two/)
    await user.click(await screen.findByRole('button', { name: 'Remove One' }))
    await waitFor(() => expect(stage.bodies(masters.save).at(-1)).toEqual({ version: 2, courses: ['two'] }))
  })

  it('have words of their own for a server that fails [ERR-044]', async () => {
    stage.api.on(masters.save, () => {
      throw new Refusal('INTERNAL')
    })
    const { user } = await stage.open(masterAt)
    await pick(user, /^Two/)
    expect(await screen.findByText('Error modifying the master')).toBeTruthy()
  })
})
