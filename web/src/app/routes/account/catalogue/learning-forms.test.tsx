import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { curricula, type Curriculum } from '@e-events/shared/contract/learning/curriculum.ts'
import { masters, type OwnMaster } from '@e-events/shared/contract/learning/masters.ts'
import { studyGuides } from '@e-events/shared/contract/learning/study-guides.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { button, completeFields, concert, goToStep, input, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
let stage: ProductStage
let curriculum: Curriculum
let master: OwnMaster
beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
  curriculum = { version: 0, watchedPercent: 90, watchedByHand: false, lessonOrder: 'free', modules: [] }
  const choices = [{ slug: 'one', title: 'One', status: 'published' as const, lessons: 2 }]
  master = { version: 0, courses: [], choices }
  const { api } = stage
  // The server keeps what was sent.
  api.on(ownProducts.begin, ({ body: { title, type, language } }) => {
    const { image, speakers } = completeFields()
    const text = { title, shortDescription: '', description: '' }
    return (stage.stored = concert({
      slug: 'recital',
      title,
      type,
      language,
      text,
      sessions: [],
      image: image ?? null,
      speakers: speakers ?? [],
    }))
  })
  api.on(curricula.get, () => curriculum)
  api.on(curricula.sources, () => ({ sources: [] }))
  api.on(curricula.addModule, ({ body }) => {
    const module = { id: id(1), title: body.title, lessons: [] }
    return (curriculum = { ...curriculum, version: 1, modules: [module] })
  })
  api.on(masters.getOwn, () => master)
  api.on(masters.save, ({ body }) => (master = { ...master, version: body.version + 1, courses: choices }))
})

const steps = async () => {
  const list = within(await screen.findByRole('navigation', { name: 'Steps' }))
  return list.getAllByRole('button').map(({ textContent }) => textContent?.replace(/^\d/, '').replace(/ (Done|Something is missing)$/, ''))
}
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const press = async (app: Awaited<ReturnType<ProductStage['open']>>, name: string) => {
  const list = within(screen.getByRole('navigation', { name: 'Steps' }))
  await app.user.click(list.getByRole('button', { name: new RegExp(name) }))
}
/** The draft has its own address, and its page is there. */
async function arrival(app: Awaited<ReturnType<ProductStage['open']>>, at: string) {
  await waitFor(() => expect(app.router.state.location.pathname).toContain(at), { timeout: 5_000 })
  await waitFor(() => expect(document.title).toContain('Recital'))
}
/** By the button below the step, named by the next one. */
const goOn = async (app: Awaited<ReturnType<ProductStage['open']>>, name: string) =>
  app.user.click((await screen.findAllByRole('button', { name })).at(-1) ?? document.body)
const admin = sessionUser({ roles: ['VIEWER', 'ADMIN'] })
const areas = [
  ['/account', undefined],
  ['/manage', admin],
] as const

describe('the course form', () => {
  it.each(areas)(
    'of %s has its five steps in their order, and none is left forwards while something is missing [LRN-009]',
    async (area, as) => {
      const app = await stage.open(`${area}/courses/new`, as && { user: as })
      expect(await steps()).toEqual(['Info', 'Requirements', 'Video', 'Modules', 'Lessons'])
      for (const later of ['Requirements', 'Lessons']) {
        await press(app, later)
        await screen.findByText('Something is missing in this step. Fill it in to go on.')
        expect(screen.getByRole('heading', { level: 2, name: 'Info' })).toBeTruthy()
      }
      expect(stage.bodies(ownProducts.begin)).toEqual([])
      // Each field that is missing says so.
      expect((await input(/^Title\W*$/)).getAttribute('aria-invalid')).toBe('true')
      expect(await axeViolations(app.container)).toEqual([])
    },
  )

  it.each(areas)('of %s becomes a draft when its first step is left, and needs a module for lessons [LRN-009]', async (area, as) => {
    const user = { ...stage.organizer, roles: as?.roles ?? stage.organizer.roles }
    stage.typedBefore({ ...completeFields(), type: 'course' }, 'course-new')
    const app = await stage.open(`${area}/courses/new`, { user })
    await heading('Info')
    await goOn(app, 'Requirements')
    await heading('Requirements')
    expect(stage.bodies(ownProducts.begin)).toMatchObject([{ type: 'course', title: 'Recital' }])
    await arrival(app, area === '/manage' ? '/manage/courses/recital' : '/account/channels/sala-faro/courses/recital')
    await goToStep(app, 'Video')
    await goToStep(app, 'Modules')
    await press(app, 'Lessons')
    await screen.findByText('Add at least one module to go on: lessons are inside.')
    expect(screen.getByRole('heading', { level: 2, name: 'Modules' })).toBeTruthy()
    await app.user.type(screen.getByRole('textbox', { name: 'Title of the new module' }), 'First')
    await app.user.click(screen.getByRole('button', { name: 'Add module' }))
    await screen.findByRole('region', { name: 'First' })
    await goToStep(app, 'Lessons')
    expect(screen.getByRole('button', { name: 'Add lesson' })).toBeTruthy()
    // Backwards is always open.
    await goToStep(app, 'Info')
  })

  it('folds what most never touch, and opens it where something in it has a value or is wrong', async () => {
    stage.typedBefore({ ...completeFields(), type: 'course' }, 'course-new')
    const { user, unmount } = await stage.open('/account/courses/new')
    const more = () => screen.findByRole('button', { name: /^More options/ })
    expect((await more()).getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('textbox', { name: 'Number for sale' })).toBeNull()
    await user.click(await more())
    const stock = await screen.findByRole('textbox', { name: 'Number for sale' })
    await user.type(stock, 'x')
    // A wrong value keeps it open.
    await user.click(await more())
    expect((await more()).getAttribute('aria-expanded')).toBe('true')
    await user.clear(stock)
    expect((await more()).getAttribute('aria-expanded')).toBe('true')
    await user.click(await more())
    expect((await more()).getAttribute('aria-expanded')).toBe('false')
    unmount()
    stage.typedBefore({ ...completeFields(), type: 'course', stock: 20, productionYear: 'soon' }, 'course-new')
    const app = await stage.open('/account/courses/new')
    expect((await more()).getAttribute('aria-expanded')).toBe('true')
    await goOn(app, 'Requirements')
    await screen.findByText('Something is missing in this step. Fill it in to go on.')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Year/ }))
  })

  it('says why it could not become a draft, and stays [ERR-040]', async () => {
    stage.typedBefore({ ...completeFields(), type: 'course' }, 'course-new')
    stage.api.on(ownProducts.begin, () => {
      throw new Refusal('INTERNAL')
    })
    const app = await stage.open('/account/courses/new')
    await heading('Info')
    await goOn(app, 'Requirements')
    expect(await screen.findByText('Error creating the course')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2, name: 'Info' })).toBeTruthy()
  })

  const edited = async (step: string) => {
    stage.stored = concert({ type: 'course', status: 'published' })
    curriculum = { ...curriculum, modules: [{ id: id(1), title: 'First', lessons: [] }] }
    return stage.open(`/account/channels/sala-faro/courses/concierto?step=${step}`)
  }

  it('keeps a step whose lesson was not saved, also from the Save of the course, until it is [LRN-028]', async () => {
    stage.api.on(curricula.addLesson, () => (curriculum = { ...curriculum, version: 2 }))
    const app = await edited('texts')
    await app.user.type(await input(/^Title\W*$/), '!')
    await goToStep(app, 'Lessons')
    await app.user.click(await screen.findByRole('button', { name: 'Add lesson' }))
    await app.user.type(screen.getByRole('textbox', { name: /Title of the lesson/ }), 'Look')
    await press(app, 'Info')
    await screen.findByText('The lesson must be saved first.')
    await app.user.click(await button('Save changes'))
    expect(screen.getByRole('heading', { level: 2, name: 'Lessons' })).toBeTruthy()
    expect(stage.bodies(ownProducts.update)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Save lesson' }))
    await waitFor(() => expect(screen.queryByText('The lesson must be saved first.')).toBeNull())
    await app.user.click(await button('Save changes'))
    await waitFor(() => expect(stage.bodies(ownProducts.update)).toEqual([{ title: 'Concierto!' }]))
    await goToStep(app, 'Info')
  })

  it('keeps the step of requirements that were not saved', async () => {
    stage.api.on(studyGuides.save, ({ body }) => ({ ...body, version: 1 }))
    const app = await edited('requirements')
    await app.user.type(await screen.findByRole('textbox', { name: 'Requirements' }), 'Paper.')
    await press(app, 'Video')
    await screen.findByText('Save the requirements that you wrote first.')
    await app.user.click(within(screen.getByRole('group', { name: 'Study guide' })).getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(stage.bodies(studyGuides.save)).toMatchObject([{ requirements: 'Paper.' }]))
    await goToStep(app, 'Video')
  })
})

describe('the master form', () => {
  it.each(areas)('of %s has its four steps in their order, and needs a course [LRN-010]', async (area, as) => {
    const user = { ...stage.organizer, roles: as?.roles ?? stage.organizer.roles }
    stage.typedBefore({ ...completeFields(), type: 'master' }, 'master-new')
    const app = await stage.open(`${area}/masters/new`, { user })
    await heading('Info')
    expect(await steps()).toEqual(['Info', 'Requirements', 'Video or trailer', 'Courses'])
    await goOn(app, 'Requirements')
    await heading('Requirements')
    await arrival(app, '/masters/recital')
    await goToStep(app, 'Courses')
    await app.user.click(await button('Review and publish'))
    await screen.findByText('Choose at least one course.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(stage.bodies(masters.save)).toEqual([])
    await app.user.click(screen.getByRole('combobox', { name: 'Add a course' }))
    await app.user.click(await screen.findByRole('option', { name: /^One/ }))
    await waitFor(() => expect(stage.bodies(masters.save)).toEqual([{ version: 0, courses: ['one'] }]))
    await waitFor(() => expect(screen.queryByText('Choose at least one course.')).toBeNull())
    await app.user.click(await button('Review and publish'))
    await screen.findByRole('dialog')
  })
})
