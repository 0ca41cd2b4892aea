import { viewings } from '@e-events/shared/contract/live/viewings.ts'
import type { Clock } from '../../../adapters/clock.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import { toTableFile } from '../../../http/table-file.ts'
import { qualityFile } from './columns.ts'
import type { Quality } from './service.ts'

export function qualityRoutes(router: ApiRouter, bind: Bind, { quality, clock }: { quality: Quality; clock: Clock }): void {
  bind(router, viewings, {
    report: ({ params, body, user, client }) => quality.report(params, user, body, client.userAgent),
    quality: ({ owned, query }) => quality.read(owned.id, query.part),
    async export({ owned, query: { part, format }, language }) {
      const report = await quality.read(owned.id, part)
      const { file, columns, rows } = qualityFile(report, language)
      const name = `${file}-${report.product.slug}-${clock.now().toISOString().slice(0, 10)}`
      return toTableFile({ name, format, columns, batches: oneBatch(rows) })
    },
  })
}

async function* oneBatch<Item>(rows: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield await Promise.resolve(rows)
}
