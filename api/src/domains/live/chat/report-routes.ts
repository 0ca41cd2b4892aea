import { chatReports } from '@e-events/shared/contract/live/chat-reports.ts'
import type { ApiRouter, Bind } from '../../../http/bind.ts'
import type { ChatReports } from './reports.ts'

export function chatReportRoutes(router: ApiRouter, bind: Bind, { reports }: { reports: ChatReports }): void {
  bind(router, chatReports, {
    report: ({ params, user }) => reports.report(params.slug, params.id, user),
    list: async ({ params, user }) => ({ items: await reports.list(params.slug, user) }),
    dismiss: ({ params, user }) => reports.dismiss(params.slug, params.id, user),
  })
}
