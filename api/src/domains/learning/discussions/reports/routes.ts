import { discussionReports } from '@e-events/shared/contract/learning/discussion-reports.ts'
import type { ApiRouter, Bind } from '../../../../http/bind.ts'
import type { DiscussionReports } from './service.ts'

export function discussionReportRoutes(router: ApiRouter, bind: Bind, { reports }: { reports: DiscussionReports }): void {
  bind(router, discussionReports, {
    list: async ({ params, user }) => ({ items: await reports.list(params.slug, user) }),
    add: ({ params, body, user }) => reports.add(params.id, user, body.reason),
    dismiss: ({ params, user }) => reports.dismiss(params.id, user),
  })
}
