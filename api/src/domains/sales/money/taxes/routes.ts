import { taxes } from '@e-events/shared/contract/sales/money/taxes.ts'
import { auditContextOf } from '../../../../http/audit-context.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import { toTableFile } from '../../../../http/table-file.ts'
import { taxColumns } from './columns.ts'
import type { TaxBooks } from './service.ts'

export function taxRoutes(router: ApiRouter, bind: Bind, { books }: { books: TaxBooks }): void {
  bind(router, taxes, {
    report: ({ query }) => books.report(query.quarter),
    async export(call) {
      const { quarter, scheme, format } = call.query
      await books.logExport(call.query, auditContextOf(call))
      const { file, columns } = taxColumns(call.language, quarter)
      const name = [file, scheme === 'oss' ? 'oss' : null, quarter.toLowerCase()].filter(Boolean).join('-')
      return toTableFile({ name, format, columns, batches: books.rows(quarter, scheme) })
    },
    listRules: async () => ({ rules: await books.rules() }),
    addRule: (call) => books.addRule(call.body, auditContextOf(call)),
    removeRule: (call) => books.removeRule(call.params.id, auditContextOf(call)),
  })
}
