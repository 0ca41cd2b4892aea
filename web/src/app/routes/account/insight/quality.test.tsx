import { viewings, type QualityReport } from '@e-events/shared/contract/live/viewings.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../../testing/fake-api.ts'
import { qualityReport } from '../../../../testing/quality-factories.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const at = '/account/products/concierto/quality'
let api: FakeApi
let report: QualityReport
beforeEach(() => {
  api = createFakeApi()
  report = qualityReport()
  api.on(viewings.quality, ({ query }) => ({ ...report, part: query.part ?? report.part }))
})
const open = (user = organizer) => renderApp({ at, api, user, language: 'en' })
const part = async (name: string) => within(await screen.findByRole('region', { name }))
/** Rows of the first table in a part, without its head. */
const rowsOf = (shown: Awaited<ReturnType<typeof part>>, table = 0) =>
  within(shown.getAllByRole('table', { hidden: true })[table]!)
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell', { hidden: true })
        .map((cell) => cell.textContent),
    )

describe('how a product was watched', () => {
  it('is told in figures, lines with their tables, and shares', async () => {
    const { container } = await open()
    const figures = within(await screen.findByRole('list', { name: 'Figures' }))
    expect(figures.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Viewers55 viewings',
      'Most at once3in one minute',
      'Average time watched2 min8 min in total',
      'Time stalled3.85%2 stalls',
      'Wait for the picture1.5 s95 of 100 less than 2.5 s',
      'Left before the picture1although nothing failed',
    ])
    const series = await part('Viewers over time')
    series.getByRole('img', { name: /^Viewers since .*: 3 at once at most$/ })
    expect(rowsOf(series)).toEqual([
      ['19:00', '1'],
      ['19:01', '3'],
      ['19:02', '1'],
    ])
    const retention = await part('Retention')
    retention.getByRole('img', { name: 'Retention: 67% half way, 0% at the end' })
    expect(rowsOf(retention)).toHaveLength(100)
    expect(rowsOf(retention)[50]).toEqual(['1:40', '67%'])
    expect(rowsOf(await part('Picture size'))).toEqual([
      ['720p', '84%'],
      ['360p', '16%'],
    ])
    expect(rowsOf(await part('Live or later'))).toEqual([
      ['Live', '6 min'],
      ['Behind live', '2 min'],
    ])
    const devices = await part('Devices')
    expect([rowsOf(devices), rowsOf(devices, 1), rowsOf(devices, 2)]).toEqual([
      [
        ['Computer', '3'],
        ['Phone', '2'],
      ],
      [
        ['Firefox', '3'],
        ['Unknown', '2'],
      ],
      [
        ['Linux', '3'],
        ['iOS', '2'],
      ],
    ])
    expect(rowsOf(await part('Errors'))).toEqual([['The network', '1']])
    expect(await axeViolations(container)).toEqual([])
  })

  it('shows another date, and keeps it in the address', async () => {
    const app = await open()
    await app.user.click(await screen.findByRole('combobox', { name: 'Date' }))
    await app.user.click(await screen.findByRole('option', { name: 'Recordings and videos' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?part=video'))
    await waitFor(() => expect(api.calls.findLast(({ endpoint }) => endpoint === viewings.quality)?.query).toEqual({ part: 'video' }))
  })

  it('tells nothing of the devices of few, and says that nobody has watched yet', async () => {
    report = qualityReport({ devices: null, errors: [], viewers: 2 })
    const first = await open()
    const devices = await part('Devices')
    devices.getByText(/^Shown from 5 viewers on/)
    expect(devices.queryByRole('table')).toBeNull()
    ;(await part('Errors')).getByText('None')
    first.unmount()
    report = qualityReport({ parts: [], part: null, series: null, retention: null })
    await open()
    await screen.findByText('Nobody has watched it yet')
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('is not found where the product is not', async () => {
    api.on(viewings.quality, () => {
      throw new Refusal('NOT_FOUND')
    })
    await open()
    await screen.findByRole('heading', { level: 1, name: 'There is nothing here' })
  })
})
